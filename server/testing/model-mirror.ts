import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  fileAddress,
  type LocalModelFile,
  type LocalTool,
  type OnnxModel,
  type SdServerModel,
} from '#domain/local-models/local-model.ts'

/** How the mirror answers: as it should, or with one of the faults of real lines and hosts. */
export type MirrorManner =
  | 'good'
  /** Breaks off after 800 kB of each connection. */
  | 'cut'
  /** Sends 500 kB and then nothing, once. */
  | 'stalls once'
  /** Sends 64 kB and goes on when `release` is called. */
  | 'held'
  /** Answers 200 with the whole file where the rest is asked for. */
  | 'no ranges'
  | 'no rest'
  | 'other content'
  | 'other statement'
  | 'short'
  | 'unstated'
  | 'silent'
  | { readonly status: number }

const cutBytes = 800_000

/** A host of model files on this machine, as Hugging Face answers: a statement and a redirect, then the content. */
export async function startModelMirror() {
  const contents = new Map<string, Buffer>()
  const asked: string[] = []
  let manner: MirrorManner = 'good'
  let held: (() => void)[] = []

  function sendContent(request: IncomingMessage, reply: ServerResponse, content: Buffer): void {
    const range = request.headers.range ?? ''
    asked.push(range || 'all')
    const from = manner === 'no ranges' ? 0 : Number(/bytes=(\d+)-/.exec(range)?.[1] ?? 0)
    if (typeof manner === 'object') return void reply.writeHead(manner.status).end()
    if (manner === 'no rest' && from > 0) {
      manner = 'good'
      return void reply.writeHead(416).end()
    }
    if (manner === 'short') return void reply.writeHead(200, { 'content-length': 10 }).end(Buffer.alloc(10))
    const rest = content.subarray(from)
    if (from === 0) reply.writeHead(200, { 'content-length': rest.length })
    else
      reply.writeHead(206, {
        'content-length': rest.length,
        'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
      })
    if (manner === 'cut' && rest.length > cutBytes)
      return void reply.write(rest.subarray(0, cutBytes), () => setTimeout(() => reply.destroy(), 20))
    if (manner === 'stalls once') {
      manner = 'good'
      return void reply.write(rest.subarray(0, 500_000))
    }
    if (manner === 'held') {
      reply.write(rest.subarray(0, 64_000))
      return void held.push(() => reply.end(rest.subarray(64_000)))
    }
    reply.end(manner === 'other content' ? Buffer.alloc(rest.length) : rest)
  }

  const server = createServer((request, reply) => {
    const path = (request.url ?? '').replace(/^\/content/, '')
    const content = contents.get(path)
    if (manner === 'silent') return void request.socket.destroy()
    if (!content) return void reply.writeHead(404).end()
    if (request.url?.startsWith('/content')) return sendContent(request, reply, content)
    if (typeof manner === 'object') return void reply.writeHead(manner.status).end()
    const sha256 = createHash('sha256').update(content).digest('hex')
    const stated = {
      'x-repo-commit': 'c'.repeat(40),
      'x-linked-size': content.length,
      'x-linked-etag': `"${manner === 'other statement' ? 'f'.repeat(64) : sha256}"`,
    }
    reply.writeHead(302, { location: `/content${path}`, ...(manner !== 'unstated' && stated) }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    /** The ranges of the requests for content, in their order. */
    asked,
    be(next: MirrorManner): void {
      manner = next
      asked.length = 0
    },
    /** Ends what was held; the next requests are answered as they should. */
    release(): void {
      manner = 'good'
      for (const go of held) go()
      held = []
    },
    /** Puts a file there; with new content where none is given. */
    put(file: LocalModelFile, content = randomBytes(file.bytes)): Buffer {
      contents.set(new URL(fileAddress(file, origin)).pathname, content)
      return content
    },
    async stop(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close').catch(() => undefined)
    },
  }
}
export type ModelMirror = Awaited<ReturnType<typeof startModelMirror>>

const owner = 'espalier-tests'
/** A file of a model in tests. */
export const modelFile = (over: Partial<LocalModelFile> = {}): LocalModelFile => ({
  role: 'unet',
  host: 'hugging-face',
  repository: `${owner}/tiny`,
  revision: 'a'.repeat(40),
  path: 'unet/model.safetensors',
  bytes: 3_000_000,
  sha256: null,
  ...over,
})

/** A small model whose files a mirror has; its second file has the hash that the catalogue pins. */
export function modelAt(mirror: ModelMirror, over: Partial<OnnxModel> = {}): OnnxModel {
  const id = over.id ?? 'tiny'
  const unet = modelFile({ repository: `${owner}/${id}` })
  mirror.put(unet)
  const merges = modelFile({
    role: 'merges',
    repository: `${owner}/${id}`,
    path: 'tokenizer/merges.txt',
    bytes: 100_000,
  })
  const sha256 = createHash('sha256').update(mirror.put(merges)).digest('hex')
  return {
    id,
    name: 'Tiny',
    description: 'For tests.',
    kind: 'model',
    does: 'words-to-image',
    engine: 'onnx',
    files: [unet, { ...merges, sha256 }],
    licence: { name: 'MIT', link: 'https://example.com/licence', mustBeAccepted: false },
    leastMemoryBytes: 1_000_000,
    frameSide: 512,
    steps: 1,
    sampler: 'euler-ancestral',
    guidance: 1,
    referenceSeconds: 2,
    ...over,
  }
}

/** A tool whose one file, a net of these bytes, a mirror has. */
export function toolAt(mirror: ModelMirror, content: Uint8Array, over: Partial<LocalTool> = {}): LocalTool {
  const id = over.id ?? 'tool'
  const net = modelFile({ role: 'net', repository: `${owner}/${id}`, path: 'net.onnx', bytes: content.byteLength })
  mirror.put(net, Buffer.from(content))
  return {
    id,
    name: 'Tool',
    description: 'For tests.',
    kind: 'tool',
    does: 'cut-out',
    engine: 'onnx',
    net: 'is-net',
    files: [{ ...net, sha256: createHash('sha256').update(content).digest('hex') }],
    licence: { name: 'MIT', link: 'https://example.com/licence', mustBeAccepted: false },
    leastMemoryBytes: 1_000_000,
    referenceSeconds: 2,
    ...over,
  }
}

/** A model of stable-diffusion.cpp in the same way: its model, and the program that it shares with others. */
export function sdServerModelAt(mirror: ModelMirror, over: Partial<SdServerModel> = {}): SdServerModel {
  const id = over.id ?? 'modern'
  const model = modelFile({ role: 'diffusion-model', repository: `${owner}/${id}`, path: 'model.gguf' })
  mirror.put(model)
  const program = modelFile({ role: 'program', repository: `${owner}/programs`, path: 'program.zip', bytes: 100_000 })
  const sha256 = createHash('sha256').update(mirror.put(program)).digest('hex')
  return {
    id,
    name: 'Modern',
    description: 'For tests.',
    kind: 'model',
    does: 'words-to-image',
    engine: 'sd-server',
    files: [model, { ...program, sha256 }],
    licence: { name: 'Apache-2.0', link: 'https://example.com/licence', mustBeAccepted: false },
    leastMemoryBytes: 1_000_000,
    frameSide: 1_024,
    steps: 4,
    mostPictures: 4,
    referenceSeconds: 2,
    ...over,
  }
}
