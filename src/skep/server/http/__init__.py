"""What is asked and answered over HTTP: pages, the API, files, and the guard before them."""
