import { describe, expect, it } from 'vitest'
import { FakeSource } from '../testing/simulated-session.ts'
import { SharedSource } from './shared-source.ts'

/** Tabs of one browser. Each has a scope of its own: channels of Node reach the whole process. */
function createBrowser() {
  const scope = crypto.randomUUID()
  const connections: FakeSource[] = []
  const openTab = (address: string) => {
    const received: string[] = []
    const source = new SharedSource({
      address,
      names: ['project-changed', 'image-progress', 'reset'],
      scope,
      locks: navigator.locks,
      open(real) {
        const connection = new FakeSource(real)
        connections.push(connection)
        return connection
      },
    })
    for (const name of ['open', 'error', 'project-changed', 'image-progress', 'reset'])
      source.addEventListener(name, (event) =>
        received.push(event instanceof MessageEvent ? `${name} ${event.data}` : name),
      )
    return { source, received }
  }
  return { connections, openTab }
}

/** Until messages between tabs and turns of the lock are through. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 40))
const change = (seq: number) => ({ seq })
const seen = (seq: number) => `project-changed {"seq":${seq}}`

describe('SharedSource', () => {
  it('opens one connection for all tabs, which all receive each message', async () => {
    const { connections, openTab } = createBrowser()
    const tabs = [openTab('/api/events?after=7'), openTab('/api/events?after=7'), openTab('/api/events?after=7')]
    await settle()
    connections[0]?.opens()
    connections[0]?.sends('project-changed', change(8))
    connections[0]?.sends('image-progress', { imageId: 'a' })
    await settle()
    expect(connections.map(({ address }) => address)).toEqual(['/api/events?after=7'])
    for (const { received, source } of tabs) {
      expect(received).toEqual(['open', seen(8), 'image-progress {"imageId":"a"}'])
      expect(source.readyState).toBe(1)
      source.close()
    }
  })

  it('sends a tab that joins later what it has not seen', async () => {
    const { connections, openTab } = createBrowser()
    const first = openTab('/api/events?after=7')
    await settle()
    connections[0]?.opens()
    for (const seq of [8, 9, 10]) connections[0]?.sends('project-changed', change(seq))
    const second = openTab('/api/events?after=8')
    await settle()
    expect(second.received).toEqual(['open', seen(9), seen(10)])
    expect(first.received).toEqual(['open', seen(8), seen(9), seen(10)])
    expect(connections).toHaveLength(1)
    for (const { source } of [first, second]) source.close()
  })

  it.each([
    ['began later', '/api/events?after=7', '/api/events?after=3'],
    ['began at an unknown number', '/api/events', '/api/events?after=7'],
  ])(
    'connects again from where a joining tab stands if the connection %s, and gives nothing twice',
    async (_, a, b) => {
      const { connections, openTab } = createBrowser()
      const first = openTab(a)
      await settle()
      connections[0]?.opens()
      connections[0]?.sends('project-changed', change(8))
      const second = openTab(b)
      await settle()
      expect(connections.map(({ address, readyState }) => [address, readyState])).toEqual([
        [a, 2],
        [b, 0],
      ])
      connections[1]?.opens()
      connections[1]?.sends('project-changed', change(8))
      connections[1]?.sends('project-changed', change(9))
      await settle()
      expect(first.received).toEqual(['open', seen(8), 'open', seen(9)])
      expect(second.received).toEqual(['open', seen(8), seen(9)])
      for (const { source } of [first, second]) source.close()
    },
  )

  it('goes on in the next tab, where that one stands, when the tab with the connection is closed', async () => {
    const { connections, openTab } = createBrowser()
    const first = openTab('/api/events?after=7')
    await settle()
    const second = openTab('/api/events?after=7')
    await settle()
    connections[0]?.opens()
    connections[0]?.sends('project-changed', change(8))
    await settle()
    first.source.close()
    await settle()
    expect(connections.map(({ address }) => address)).toEqual(['/api/events?after=7', '/api/events?after=8'])
    connections[1]?.opens()
    connections[1]?.sends('project-changed', change(9))
    await settle()
    expect(first.received).toEqual(['open', seen(8)])
    expect(second.received).toEqual(['open', seen(8), 'open', seen(9)])
    second.source.close()
  })

  it('sends what was missed to a tab that joins while the connection is being made again', async () => {
    const { connections, openTab } = createBrowser()
    const first = openTab('/api/events?after=100')
    await settle()
    connections[0]?.opens()
    for (const seq of [101, 102, 103]) connections[0]?.sends('project-changed', change(seq))
    connections[0]?.loses('for a while')
    const second = openTab('/api/events?after=101')
    await settle()
    connections[0]?.opens()
    connections[0]?.sends('project-changed', change(104))
    await settle()
    expect(second.received).toEqual([seen(102), seen(103), 'open', seen(104)])
    for (const { source } of [first, second]) source.close()
  })

  it('gives a tab all that it has missed in order, also where something comes while it joins', async () => {
    const { connections, openTab } = createBrowser()
    const first = openTab('/api/events?after=100')
    await settle()
    connections[0]?.opens()
    for (const seq of [101, 102, 103]) connections[0]?.sends('project-changed', change(seq))
    await settle()
    const second = openTab('/api/events?after=101')
    connections[0]?.sends('project-changed', change(104))
    await settle()
    expect(second.received).toEqual(['open', seen(102), seen(103), seen(104)])
    for (const { source } of [first, second]) source.close()
  })

  it('tells all tabs of a lost connection, and takes the number of a reset whatever came before', async () => {
    const { connections, openTab } = createBrowser()
    const tabs = [openTab('/api/events?after=7'), openTab('/api/events?after=7')]
    await settle()
    connections[0]?.opens()
    connections[0]?.loses('for a while')
    connections[0]?.sends('reset', { seq: 3 })
    connections[0]?.sends('project-changed', change(4))
    await settle()
    for (const { received, source } of tabs) {
      expect(received).toEqual(['open', 'error', 'reset {"seq":3}', seen(4)])
      source.close()
    }
  })

  it('asks for no lock and says nothing once it is closed', async () => {
    const { connections, openTab } = createBrowser()
    const { source } = openTab('/api/events?after=7')
    source.close()
    await settle()
    expect(connections).toHaveLength(0)
    expect(source.readyState).toBe(source.CLOSED)
  })
})
