"""Makes a release: `script/release X.Y.Z`.

- `version`: the places that name the version, and the changelog
- `parts_list`: what the site is made of (SBOM)
- `__main__`: the steps, in their order
"""
