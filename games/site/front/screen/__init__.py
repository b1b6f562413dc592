"""A table on a screen: a TV, a stream, a frame on another site. `views` and `embeds` have the
pages, `oembed` the endpoint, `options` what an address may ask for and what is different in the
answers. Nobody acts here; the socket is that of a spectator.
"""
