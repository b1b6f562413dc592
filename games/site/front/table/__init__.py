"""The pages of a table: `forms` opens one, `views` shows it, `device` is for players who share a
device.
"""
