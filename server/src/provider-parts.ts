import type { KeyedProvider } from '#domain/models/provider-keys.ts'
import type { Env } from './env.ts'
import type { ServerKeys } from './providers/registry.ts'

/** The setting that holds each provider's key (wire.md, 'Settings'). */
const settingOf = {
  google: 'GOOGLE_API_KEY',
  openai: 'OPENAI_API_KEY',
  krea: 'KREA_API_KEY',
  replicate: 'REPLICATE_API_TOKEN',
  gateway: 'AI_GATEWAY_API_KEY',
  runway: 'RUNWAYML_API_SECRET',
  ideogram: 'IDEOGRAM_API_KEY',
} as const satisfies Record<KeyedProvider, keyof Env>

/** Those that are set. */
export function serverKeysOf(env: Env): ServerKeys {
  const names = Object.keys(settingOf) as KeyedProvider[]
  return new Map(
    names.flatMap((name) => {
      const key = env[settingOf[name]]
      return key === undefined ? [] : [[name, key]]
    }),
  )
}
