import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type HostedProvider, hostedProviders, keyedProviders, providerFacts } from '#domain/models/providers.ts'
import type { Env } from '#server/env.ts'
import type { Log } from '#server/operations/log.ts'
import { createPictureDownload, type PictureDownload } from '#server/providers/common/checked-download.ts'
import { withDrill } from '#server/providers/common/drill.ts'
import { createEndpointFetch, type EndpointFetch } from '#server/providers/common/endpoint-fetch.ts'
import { createAutomatic1111Provider } from '#server/providers/local/automatic1111/automatic1111-provider.ts'
import { createComfyUiProvider } from '#server/providers/local/comfyui/comfyui-provider.ts'
import type { LocalTools } from '#server/providers/local/onnx/local-tools.ts'
import { createOpenAiCompatibleProvider } from '#server/providers/local/openai-server/openai-server-provider.ts'
import { createSketchProvider } from '#server/providers/local/sketch-provider.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import type { ServerKeys } from '#server/providers/registry.ts'
import { createOpenAiImagesProvider } from '#server/providers/vendors/added-openai/added-openai-provider.ts'
import { createFalProvider } from '#server/providers/vendors/fal/fal-provider.ts'
import { createGatewayProvider } from '#server/providers/vendors/gateway/gateway-provider.ts'
import { createGoogleProvider } from '#server/providers/vendors/google/google-provider.ts'
import { createIdeogramProvider } from '#server/providers/vendors/ideogram/ideogram-provider.ts'
import { createKreaProvider } from '#server/providers/vendors/krea/krea-provider.ts'
import { createOpenAiProvider } from '#server/providers/vendors/openai/openai-provider.ts'
import { createOpenRouterProvider } from '#server/providers/vendors/openrouter/openrouter-provider.ts'
import { createReplicateProvider } from '#server/providers/vendors/replicate/replicate-provider.ts'
import { createRunwayProvider } from '#server/providers/vendors/runway/runway-provider.ts'
import { type LocalParts, openLocalEngines } from './open-local-engines.ts'

/** Those that are set. */
export function serverKeysOf(env: Env): ServerKeys {
  return new Map(
    keyedProviders.flatMap((name) => {
      const key = env[providerFacts[name].key.setting]
      return key === undefined ? [] : [[name, key]]
    }),
  )
}

/** The provider adapters of this process, the built-in painter included, and the tools beside them. */
export type ProviderParts = {
  readonly providers: readonly ImageProvider[]
  readonly localTools: LocalTools
  close(): Promise<void>
}

type HostedOptions = {
  readonly download: PictureDownload
  readonly endpointFetch: EndpointFetch
  readonly baseUrl?: string
}

/** The adapter of each hosted provider. */
const hostedAdapters = {
  google: createGoogleProvider,
  openai: createOpenAiProvider,
  krea: createKreaProvider,
  replicate: createReplicateProvider,
  gateway: createGatewayProvider,
  runway: createRunwayProvider,
  ideogram: createIdeogramProvider,
  openrouter: createOpenRouterProvider,
  fal: createFalProvider,
} as const satisfies Readonly<Record<HostedProvider, (options: HostedOptions) => ImageProvider>>

const at = (baseUrl: string | undefined) => (baseUrl === undefined ? {} : { baseUrl })
const listening = (addresses: readonly string[] | undefined) => (addresses === undefined ? {} : { addresses })

/**
 * Every provider that the settings lead to. Those without a key of the server are included, for users with their own.
 */
export function createProviders(env: Env, local: LocalParts, log: Log): ProviderParts {
  const { PROVIDER_BASE_URLS: addresses, ENGINE_URLS: engines } = env
  const download = createPictureDownload()
  const endpointFetch = createEndpointFetch()
  const added = { download, endpointFetch }
  const threads = env.SKETCH_THREADS ?? Math.max(1, availableParallelism() - 1)
  const { providers: ofThisMachine, localTools } = openLocalEngines(env, local, log)
  const sketch = createSketchProvider({ threads, longestSide: env.SKETCH_LONGEST_SIDE })
  return {
    providers: [
      env.SKETCH_DRILL === 'on' ? withDrill(sketch) : sketch,
      ...hostedProviders.map((name) => hostedAdapters[name]({ ...added, ...at(addresses[name]) })),
      createOpenAiCompatibleProvider(listening(engines['openai-compatible'])),
      createComfyUiProvider({
        ...listening(engines.comfyui),
        workflowFolder: join(env.DATA_DIR, 'workflows'),
        warn: (message) => log.warn(message),
      }),
      createAutomatic1111Provider(listening(engines.automatic1111)),
      ...ofThisMachine,
      createOpenAiImagesProvider(added),
    ],
    localTools,
    async close() {
      await Promise.all([download.close(), endpointFetch.close()])
    },
  }
}
