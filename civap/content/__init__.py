"""Content: strict YAML in, frozen typed models out."""
