"""Several servers, workers and an nginx on one machine, started, watched and stopped together.

It does not depend on Django: `manage.py cluster` tells it what to start.
"""

from games.assembly.cluster.cluster import Cluster, ClusterError, Plan, run_cluster
from games.assembly.cluster.nginx import Front

__all__ = ["Cluster", "ClusterError", "Front", "Plan", "run_cluster"]
