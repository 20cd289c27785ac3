// Runs a WebAssembly module of rule functions in Node, for tests and measurements (see node.py).
//
// A frame is a line of JSON and then the bytes that it announces. The first one brings the module, each further one a
// call: its arrays are copied into memory, and sent back changed. Answers say how many milliseconds it took.

import { readSync, writeSync } from 'node:fs';

const PAGE = 65536;
let waiting = Buffer.alloc(0);

function receive() {
  const chunk = Buffer.allocUnsafe(1 << 20);
  const size = readSync(0, chunk);
  if (size === 0) process.exit(0);
  waiting = Buffer.concat([waiting, chunk.subarray(0, size)]);
}

function line() {
  let end;
  while ((end = waiting.indexOf(10)) < 0) receive();
  const found = waiting.subarray(0, end).toString();
  waiting = waiting.subarray(end + 1);
  return JSON.parse(found);
}

function bytes(size) {
  while (waiting.length < size) receive();
  const found = waiting.subarray(0, size);
  waiting = waiting.subarray(size);
  return found;
}

function send(buffer) {
  for (let sent = 0; sent < buffer.length; ) sent += writeSync(1, buffer, sent);
}

const { size, start } = line();
const memory = new WebAssembly.Memory({ initial: Math.ceil(start / PAGE) });
const stack = new WebAssembly.Global({ value: 'i32', mutable: true }, start);
const code = bytes(size);
const began = performance.now();
const module = new WebAssembly.Module(code);
const env = { __linear_memory: memory, __stack_pointer: stack };
const entries = new WebAssembly.Instance(module, { env }).exports;
send(Buffer.from(`${JSON.stringify({ ms: performance.now() - began })}\n`));

for (;;) {
  const { entry, values } = line();
  let end = start;
  for (const value of values) {
    if (typeof value === 'number') continue;
    value.address = end;
    end += Math.ceil(value.bytes / 16) * 16;
  }
  const missing = Math.ceil((end - memory.buffer.byteLength) / PAGE);
  if (missing > 0) memory.grow(missing);
  const arrays = values.filter((value) => typeof value !== 'number');
  for (const array of arrays) new Uint8Array(memory.buffer, array.address).set(bytes(array.bytes));
  const given = values.flatMap((value) => (typeof value === 'number' ? [value] : [value.address, ...value.shape]));
  const began = performance.now();
  entries[entry](...given);
  const ms = performance.now() - began;
  send(Buffer.from(`${JSON.stringify({ ms })}\n`));
  for (const array of arrays) send(Buffer.from(memory.buffer, array.address, array.bytes));
}
