"""The admin site: what all its pages share. Each feature registers its tables in its `admin.py`."""
