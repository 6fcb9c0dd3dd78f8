"""What files would bring, each kind by a module of its own. Pure: no database."""
