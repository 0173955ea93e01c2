#!/usr/bin/env node
import { setTimeout as wait } from 'node:timers/promises'
import { runCli } from './run-cli.ts'
import { CliFailure } from './terminal.ts'

async function readInput(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads a line of the terminal that is not shown. Ctrl+C ends it, as a signal would. */
function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) throw new CliFailure('usage', 'There is no terminal to ask at. Send the token with --token -')
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.resume()
  return new Promise((resolve, reject) => {
    let text = ''
    const end = () => {
      stdin.off('data', take)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
    }
    const take = (chunk: Buffer) => {
      for (const character of chunk.toString('utf8')) {
        if (character === '\r' || character === '\n') {
          end()
          return resolve(text)
        }
        if (character === '\u0003') {
          end()
          return reject(new CliFailure('interrupted', 'Interrupted.'))
        }
        text = character === '\u007f' ? text.slice(0, -1) : text + character
      }
    }
    stdin.on('data', take)
  })
}

// As the package says; an older one fails in the middle of a command.
if (Number.parseInt(process.versions.node, 10) < 22) {
  process.stderr.write(`Needs Node 22.12 or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}

const stopping = new AbortController()
// A second one ends the process at once.
process.once('SIGINT', () => stopping.abort())

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isOutTty: process.stdout.isTTY === true,
  isErrTty: process.stderr.isTTY === true,
  readInput,
  askSecret: async (question) => askSecret(question),
  fetch,
  signal: stopping.signal,
  sleep: (ms) => wait(ms, undefined, { signal: stopping.signal }),
})
