"""Limits of a Python service: python3 service.py PORT [processes N | pool N | loop]"""
import asyncio
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

lock = threading.Lock()


def serve(target):
    url = urlparse(target)
    seconds = int(parse_qs(url.query).get("ms", ["0"])[0]) / 1000
    if url.path == "/lock":
        with lock:
            time.sleep(seconds)
    elif url.path == "/sleep":
        time.sleep(seconds)
    else:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        serve(self.path)
        self.send_response(200)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"done")

    def log_message(self, *_):
        pass


class PooledServer(HTTPServer):
    def process_request(self, request, address):
        pool.submit(self.answer, request, address)

    def answer(self, request, address):
        self.finish_request(request, address)
        self.shutdown_request(request)


async def talk(reader, writer):
    """Requests without a body, one after the other, that block the loop."""
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            serve(head.split()[1].decode())
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone")
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def loop(place):
    await (await asyncio.start_server(talk, *place, backlog=1000)).serve_forever()


place = ("127.0.0.1", int(sys.argv[1]))
kind, size = sys.argv[2:3], int((sys.argv[3:] or ["0"])[0])
HTTPServer.request_queue_size = 1000
if kind == ["loop"]:
    asyncio.run(loop(place))
elif kind == ["pool"]:
    pool = ThreadPoolExecutor(size)
    PooledServer(place, Handler).serve_forever()
elif kind == ["processes"]:
    server = HTTPServer(place, Handler)
    of_parent, kept = os.pipe()
    if all(os.fork() for _ in range(size)):
        [os.wait() for _ in range(size)]
    else:
        os.close(kept)
        threading.Thread(target=lambda: (os.read(of_parent, 1), os._exit(0)), daemon=True).start()
        server.serve_forever()
else:
    ThreadingHTTPServer(place, Handler).serve_forever()
