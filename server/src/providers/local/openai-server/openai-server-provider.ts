import { type ImageProvider, ProviderError } from '#server/providers/provider.ts'
import { createFoundModels, type FoundModel } from '../found-models.ts'
import { lookAtOllama, lookAtOpenAiServer } from './list-models.ts'
import type { LocalMaker } from './local-maker.ts'
import { cancelSdServerJob, lookAtSdServer } from './sd-server.ts'

/** The default addresses of such servers: Ollama, sd-server, LocalAI. */
const defaultOpenAiServerAddresses: readonly string[] = [
  'http://127.0.0.1:11434',
  'http://127.0.0.1:1234',
  'http://127.0.0.1:8080',
]

type Settings = {
  /** Origins, without a path. */
  readonly addresses?: readonly string[]
  readonly pollMs?: number
  /** Time limit for an engine to list its models. */
  readonly lookMs?: number
}

/**
 * Local servers with OpenAI's image calls: stable-diffusion.cpp's sd-server, Ollama, LocalAI and others. Each address is asked in
 * the engine's own way first.
 */
export function createOpenAiCompatibleProvider(settings: Settings = {}): ImageProvider {
  const { addresses = defaultOpenAiServerAddresses, pollMs = 1_000, lookMs } = settings

  async function look(address: string, signal: AbortSignal): Promise<FoundModel<LocalMaker>[]> {
    const ways = [
      () => lookAtSdServer(address, pollMs, signal),
      () => lookAtOllama(address, signal),
      () => lookAtOpenAiServer(address, signal),
    ]
    let failure: unknown = null
    for (const way of ways) {
      try {
        const models = await way()
        if (models) return models
      } catch (error) {
        signal.throwIfAborted()
        failure = error
      }
    }
    // A refusal of every call: it is reachable, and has no models.
    if (failure instanceof ProviderError && failure.health === 'unreachable') throw failure
    return []
  }

  const found = createFoundModels(addresses, look, lookMs)
  return {
    name: 'openai-compatible',
    // One machine, one graphics card: more at once only makes each slower.
    concurrency: 1,
    opens: 'freely',
    async generate(request, call) {
      call.signal.throwIfAborted()
      const maker = await found.placeOf(request.model, call.signal)
      return maker.generate(request, call)
    },
    cancel: async (requestId, { signal }) => (requestId ? cancelSdServerJob(requestId, signal) : null),
    discover: (signal) => found.discover(signal),
  }
}
