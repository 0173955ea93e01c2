import { type KeyedProvider, keyedProviders, keySettings } from '#domain/models/providers.ts'
import { createPictureDownload, type PictureDownload } from '#server/providers/common/checked-download.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import { createGatewayProvider } from '#server/providers/vendors/gateway/gateway-provider.ts'
import { createGoogleProvider } from '#server/providers/vendors/google/google-provider.ts'
import { createIdeogramProvider } from '#server/providers/vendors/ideogram/ideogram-provider.ts'
import { createKreaProvider } from '#server/providers/vendors/krea/krea-provider.ts'
import { createOpenAiProvider } from '#server/providers/vendors/openai/openai-provider.ts'
import { createReplicateProvider } from '#server/providers/vendors/replicate/replicate-provider.ts'
import { createRunwayProvider } from '#server/providers/vendors/runway/runway-provider.ts'
import { startGatewayFake } from './gateway-fake.ts'
import { startGoogleFake } from './google-fake.ts'
import { startIdeogramFake } from './ideogram-fake.ts'
import { startKreaFake } from './krea-fake.ts'
import { startOpenAiFake } from './openai-fake.ts'
import { startReplicateFake } from './replicate-fake.ts'
import { startRunwayFake } from './runway-fake.ts'
import { fakeKey, type VendorFake } from './vendor-fake.ts'

type VendorRow = {
  readonly startFake: () => Promise<VendorFake>
  readonly createProvider: (options: {
    readonly download: PictureDownload
    readonly pollMs: number
    readonly baseUrl: string
  }) => ImageProvider
}

const vendors: Readonly<Record<KeyedProvider, VendorRow>> = {
  google: { startFake: startGoogleFake, createProvider: createGoogleProvider },
  openai: { startFake: startOpenAiFake, createProvider: createOpenAiProvider },
  krea: { startFake: startKreaFake, createProvider: createKreaProvider },
  replicate: { startFake: startReplicateFake, createProvider: createReplicateProvider },
  gateway: { startFake: startGatewayFake, createProvider: createGatewayProvider },
  runway: { startFake: startRunwayFake, createProvider: createRunwayProvider },
  ideogram: { startFake: startIdeogramFake, createProvider: createIdeogramProvider },
}

/** Fakes of every hosted vendor, on this machine, with adapters that use them. */
export type AllVendors = {
  readonly fakes: Readonly<Record<KeyedProvider, VendorFake>>
  readonly providers: readonly ImageProvider[]
  /** The settings that give a server a key of each. */
  readonly variables: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** @param pollMs How often an adapter polls a request. */
export async function startAllVendors(pollMs = 10): Promise<AllVendors> {
  const started = await Promise.all(
    keyedProviders.map(async (name) => ({ name, fake: await vendors[name].startFake() })),
  )
  const download = createPictureDownload()
  return {
    fakes: Object.fromEntries(started.map(({ name, fake }) => [name, fake])) as Record<KeyedProvider, VendorFake>,
    providers: started.map(({ name, fake }) => vendors[name].createProvider({ download, pollMs, baseUrl: fake.url })),
    variables: Object.fromEntries(keySettings.map((setting) => [setting, fakeKey])),
    async stop() {
      await download.close()
      await Promise.all(started.map(({ fake }) => fake.stop()))
    },
  }
}
