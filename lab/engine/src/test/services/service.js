// Limits of a Node.js service: node service.js PORT
const http = require('http');

const gate = { free: 3, line: [] };

function enter(then) {
  if (gate.free > 0) { gate.free--; then(); } else gate.line.push(then);
}

function leave() {
  const next = gate.line.shift();
  if (next) next(); else gate.free++;
}

http.createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const ms = Number(url.searchParams.get('ms'));
  const done = () => response.end('done');
  if (url.pathname === '/gate') enter(() => setTimeout(() => { done(); leave(); }, ms));
  else {
    const until = process.cpuUsage().user + ms * 1000;
    while (process.cpuUsage().user < until);
    done();
  }
}).listen(Number(process.argv[2]), '127.0.0.1');
