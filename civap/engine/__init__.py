"""Engine: the cards' steps resolved; everything left open is a question, everything that happens an event."""
