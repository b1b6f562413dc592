"""Commands to run and check the site. The tools are in make and workshop/lab."""
