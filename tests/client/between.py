"""A line between a client and a server that loses answers: the request arrives, the answer does
not."""

import socket
import threading
from contextlib import contextmanager, suppress


class Line:
    """Passes bytes on both ways; while `lose` is more than 0, an answer is cut off instead."""

    def __init__(self, port):
        self._port, self.lose, self.lost = port, 0, 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._open = []
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def close(self):
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(300)
        for one in self._open:
            one.close()

    def _accept(self):
        while True:
            try:
                near, _ = self._socket.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._port))
            self._open += [near, far]
            threading.Thread(target=self._pass, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self._pass, args=(far, near, True), daemon=True).start()

    def _pass(self, source, target, answers):
        with suppress(OSError):
            while data := source.recv(65536):
                if answers and self.lose:
                    self.lose, self.lost = self.lose - 1, self.lost + 1
                    break
                target.sendall(data)
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


@contextmanager
def between(port):
    line = Line(port)
    try:
        yield line
    finally:
        line.close()
