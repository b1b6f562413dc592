"""The pages. Views read the request, ask the modules that know, and render the answer."""
