"""What people say to each other."""
