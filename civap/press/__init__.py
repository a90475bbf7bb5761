"""From card data to PDF files: typesetting, fit, imposition, output."""
