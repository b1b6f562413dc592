"""The pages of a table: `views` opens and shows one, `device` is for players who share a device."""
