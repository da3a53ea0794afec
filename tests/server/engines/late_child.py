"""A child that takes its time to start, and then answers at once."""

import json
import sys
import time

if __name__ == "__main__":
    time.sleep(3)
    sys.stdout.write("\n")
    sys.stdout.flush()
    for line in sys.stdin:
        job = json.loads(line)
        sys.stdout.write(json.dumps({"id": job["id"], "done": True}) + "\n")
        sys.stdout.flush()
