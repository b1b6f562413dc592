"""Commands to run and check the site. The tools are in make and workshop/lab.

Each command is tested beside the package that does its work, such as tests/record/log.
"""
