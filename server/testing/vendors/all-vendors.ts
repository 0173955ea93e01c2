import { type KeyedProvider, keySettings } from '#domain/models/providers.ts'
import { createPictureDownload } from '#server/providers/common/checked-download.ts'
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
  const fakes = {
    google: await startGoogleFake(),
    openai: await startOpenAiFake(),
    krea: await startKreaFake(),
    replicate: await startReplicateFake(),
    gateway: await startGatewayFake(),
    runway: await startRunwayFake(),
    ideogram: await startIdeogramFake(),
  }
  const download = createPictureDownload()
  return {
    fakes,
    providers: [
      createGoogleProvider({ baseUrl: fakes.google.url, download }),
      createOpenAiProvider({ baseUrl: fakes.openai.url, download }),
      createKreaProvider({ download, pollMs, baseUrl: fakes.krea.url }),
      createReplicateProvider({ download, pollMs, baseUrl: fakes.replicate.url }),
      createGatewayProvider({ baseUrl: fakes.gateway.url, download }),
      createRunwayProvider({ download, pollMs, baseUrl: fakes.runway.url }),
      createIdeogramProvider({ download, pollMs, baseUrl: fakes.ideogram.url }),
    ],
    variables: Object.fromEntries(keySettings.map((setting) => [setting, fakeKey])),
    async stop() {
      await download.close()
      await Promise.all(Object.values(fakes).map((fake) => fake.stop()))
    },
  }
}
