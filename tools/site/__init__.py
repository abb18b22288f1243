"""The site: documents, the guide, the corpus with its viewer, and a page where one drops a character."""
