import { hostname } from 'node:os'
import { createShownVersions } from '#server/features/sharing/shown-version.ts'
import { createColorLayoutCache } from '#server/features/similar-images/color-layout-cache.ts'
import { createApp } from '#server/http/app.ts'
import { createClientAddress, createProxyTrust } from '#server/http/guards/client-address.ts'
import { createOwnNames } from '#server/http/guards/own-names.ts'
import { createWatermarks } from '#server/pictures/watermark.ts'
import type { openLocalModels } from './open-local-models.ts'
import type { Ports, ServerParts } from './open-ports.ts'
import type { openPrograms } from './open-programs.ts'

/** Cache of color layouts in a process: those of a million images. Bytes. */
const maxColorLayoutBytes = 100_000_000

type HttpParts = {
  readonly programs: ReturnType<typeof openPrograms>
  readonly localModels: ReturnType<typeof openLocalModels>['localModels']
  readonly isDraining: () => boolean
}

/** Opens the routes of one process: what a request meets, by the settings. */
export function openHttp(parts: ServerParts, ports: Ports, { programs, localModels, isDraining }: HttpParts) {
  const { env, log, database, endpointFetch, thumbnailer, credentials, keySeal, allowedHosts, addedModels } = ports
  const { typicalWaits, followers, sessionStreams, metrics, checkpoint, moneyDeps, requesting } = ports
  const { SERVER_LIMITS: serverLimits, PERSON_LIMITS: personLimits } = env
  return createApp({
    databases: database,
    ...ports.accounts,
    fetchDocument: parts.fetchDocument ?? endpointFetch.for({ reach: 'public' }),
    thumbnailer,
    credentials,
    keySeal,
    connections: { allowedHosts, reload: () => addedModels.reload() },
    typicalWaits,
    localModels,
    followers,
    ...{ sessionStreams, shownVersions: createShownVersions(), watermarks: createWatermarks() },
    readColorLayouts: createColorLayoutCache(maxColorLayoutBytes),
    ...programs,
    ...{ metrics, log, checkpoint },
    clientAddress: createClientAddress(env.TRUSTED_PROXIES),
    isTrustedProxy: createProxyTrust(env.TRUSTED_PROXIES),
    ownNames: createOwnNames({ publicUrl: env.PUBLIC_URL, listensOn: env.HOST, machine: hostname() }),
    publicUrl: env.PUBLIC_URL,
    importBytes: personLimits['import-megabytes'] * 1_000_000,
    importSeconds: serverLimits['import-seconds'],
    requestsPerSecond: personLimits['requests-per-second'],
    requestsAtOnce: serverLimits['requests-at-once'],
    requestSeconds: serverLimits['request-seconds'],
    streamsPerUser: personLimits.streams,
    release: parts.release ?? 'development',
    cardView: parts.cardView ?? null,
    isDraining,
    metricsToken: env.METRICS_TOKEN,
    communityUrl: env.COMMUNITY_URL,
    ...moneyDeps,
    ...requesting,
  })
}
