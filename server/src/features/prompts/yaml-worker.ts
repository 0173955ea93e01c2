import { parentPort, workerData } from 'node:worker_threads'
import { parseDocument } from 'yaml'
import { listsOf, type YamlReply } from './yaml-lists.ts'

/** Aliases of a file, with what they stand for: more are an attack, as nested ones grow without bound. */
const maxAliasCount = 100

function read(text: string): YamlReply {
  try {
    // Without a look for repeated keys, whose time grows with the square of their number. Every scalar is a text.
    const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' })
    const [error] = document.errors
    if (error) return { ok: false, message: error.message.split('\n')[0] ?? '' }
    return { ok: true, ...listsOf(document.toJS({ maxAliasCount })) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : '' }
  }
}

parentPort?.postMessage(read(workerData as string))
