"""Limits of a Python service: python3 service.py PORT [WORKERS]"""
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlparse(self.path)
        ms = int(parse_qs(url.query).get("ms", ["0"])[0])
        if url.path == "/lock":
            with lock:
                time.sleep(ms / 1000)
        elif url.path == "/sleep":
            time.sleep(ms / 1000)
        else:
            until = time.thread_time() + ms / 1000
            while time.thread_time() < until:
                pass
        self.send_response(200)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"done")

    def log_message(self, *_):
        pass


workers = int(sys.argv[2]) if len(sys.argv) > 2 else 0
kind = HTTPServer if workers else ThreadingHTTPServer
kind.request_queue_size = 1000
server = kind(("127.0.0.1", int(sys.argv[1])), Handler)
if all(os.fork() for _ in range(workers)) and workers:
    os.wait()
else:
    server.serve_forever()
