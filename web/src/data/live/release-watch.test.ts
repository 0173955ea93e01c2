import { describe, expect, it, vi } from 'vitest'
import { createReleaseWatch } from './release-watch.ts'

function watching(over: { idle?: boolean; lastReloadAt?: number | null } = {}) {
  const state = { release: 'a' as string | null, idle: over.idle ?? true, now: 1_000_000 }
  const reload = vi.fn()
  const watch = createReleaseWatch({
    readRelease: async () => state.release,
    isIdle: () => state.idle,
    reload,
    now: () => state.now,
    lastReloadAt: () => over.lastReloadAt ?? null,
  })
  return { state, reload, watch }
}

describe('a new release', () => {
  it('reloads an idle page', async () => {
    const { state, reload, watch } = watching()
    await watch.look()
    await watch.look()
    expect(reload).not.toHaveBeenCalled()
    state.release = 'b'
    await watch.look()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('waits while something is typed or running, and reloads when that is over', async () => {
    const { state, reload, watch } = watching({ idle: false })
    await watch.look()
    state.release = 'b'
    await watch.look()
    watch.reconsider()
    expect(reload).not.toHaveBeenCalled()
    state.idle = true
    watch.reconsider()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is not assumed where the server is unreachable', async () => {
    const { state, reload, watch } = watching()
    await watch.look()
    state.release = null
    await watch.look()
    expect(reload).not.toHaveBeenCalled()
  })

  it('does not reload a page repeatedly while two releases serve side by side', async () => {
    const { state, reload, watch } = watching({ lastReloadAt: 900_000 })
    await watch.look()
    state.release = 'b'
    await watch.look()
    expect(reload).not.toHaveBeenCalled()
    state.now = 1_600_000
    watch.reconsider()
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
