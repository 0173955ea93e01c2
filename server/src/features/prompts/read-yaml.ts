import { Worker } from 'node:worker_threads'
import { failure, type Result, success } from '#domain/result.ts'
import { invalidFile, type Refusal } from '#server/db/refusal.ts'
import type { YamlReply } from './yaml-lists.ts'

/** Time limit of a file, in milliseconds: 1 MB of lists takes one second; hostile files would take minutes. */
const limitMs = 10_000
const maxHeapMb = 512

const unreadable = (reason: string) => failure(invalidFile(`The YAML can't be read. ${reason}`.trim()))

/** Reads the lists of a YAML file in a thread of its own, which is ended when it takes too long. @param options.limitMs For tests. */
export function readYaml(
  text: string,
  options: { readonly limitMs?: number } = {},
): Promise<Result<Extract<YamlReply, { ok: true }>, Refusal>> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./yaml-worker.ts', import.meta.url), {
      workerData: text,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    })
    const end = (result: Result<Extract<YamlReply, { ok: true }>, Refusal>) => {
      clearTimeout(timer)
      resolve(result)
      void worker.terminate()
    }
    const tooHard = unreadable('It is too complicated.')
    const timer = setTimeout(() => end(tooHard), options.limitMs ?? limitMs)
    worker.once('message', (reply: YamlReply) => end(reply.ok ? success(reply) : unreadable(reply.message)))
    worker.once('error', () => end(tooHard))
    worker.once('exit', () => end(tooHard))
  })
}
