import { modelOfConnection } from '#domain/models/found-model.ts'
import type { Model } from '#domain/models/model.ts'
import type { AddedKind } from '#domain/models/providers.ts'
import { type ImageProvider, ProviderError } from '#server/providers/provider.ts'
import { fakeKey, type VendorFake } from '#server-testing/vendors/vendor-fake.ts'

/** The models that an added provider lists, as entries of the picker. */
export async function addedModels(
  kind: AddedKind,
  { startFake, createProvider }: { startFake(): Promise<VendorFake>; createProvider(fake: VendorFake): ImageProvider },
): Promise<readonly Model[]> {
  const fake = await startFake()
  const provider = createProvider(fake)
  const endpoint = { name: 'Theirs', baseUrl: null, reach: 'anywhere', key: fakeKey } as const
  const found = await provider.added?.discover(endpoint, AbortSignal.timeout(10_000))
  await fake.stop()
  if (!found) throw new ProviderError('failed', 'The provider has no list.')
  const connection = { id: 'c', ownerId: null, name: 'Theirs' }
  return found.map((each) =>
    modelOfConnection({ provider: kind, connection, value: each.apiModel }, each, {
      price: { priceHundredths: 0 },
      seconds: null,
    }),
  )
}
