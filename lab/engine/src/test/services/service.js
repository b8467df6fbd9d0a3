// Limits of a Node.js service: node service.js PORT [WORKERS]; one that ends with its parent on any port: PORT is 0
const { fork } = require('child_process');
const cluster = require('cluster');
const crypto = require('crypto');
const http = require('http');

const [port, workers] = process.argv.slice(2).map(Number);
const gate = { free: 3, line: [] };
const agent = new http.Agent({ keepAlive: true, maxSockets: 5 });
let supplier;

function enter(then) {
  if (gate.free > 0) { gate.free--; then(); } else gate.line.push(then);
}

function leave() {
  const next = gate.line.shift();
  if (next) next(); else gate.free++;
}

function compute(ms) {
  const until = process.cpuUsage().user + ms * 1000;
  while (process.cpuUsage().user < until);
}

async function fetch(path, done) {
  supplier ??= new Promise(started => fork(__filename, ['0']).on('message', started));
  http.get({ host: '127.0.0.1', port: await supplier, path, agent }, answer => answer.resume().on('end', done));
}

const answers = {
  '/cpu': (ms, done) => { compute(ms); done(); },
  '/sleep': (ms, done) => setTimeout(done, ms),
  '/blocked': (ms, done) => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); done(); },
  '/gate': (ms, done) => enter(() => setTimeout(() => { done(); leave(); }, ms)),
  '/hash': (ms, done) => crypto.pbkdf2('password', 'salt', 1000 * ms, 64, 'sha512', done),
  '/agent': (ms, done) => fetch(`/sleep?ms=${ms}`, done)
};

if (workers && cluster.isPrimary) for (let i = 0; i < workers; i++) cluster.fork();
else {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const answer = answers[url.pathname] ?? ((ms, done) => done());
    answer(Number(url.searchParams.get('ms')), () => response.end('done'));
  });
  server.listen(port, '127.0.0.1', () => { if (!port) process.send(server.address().port); });
  process.on('disconnect', process.exit);
}
