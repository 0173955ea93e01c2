import type { StarterName } from '#domain/starters/starters.ts'
import { api } from './client.ts'

/** Copies a starter board into a new project. Throws the server's error where it refuses. */
export const openStarter = (starter: StarterName) => api.starters.open({ starter })
