import { afterEach, describe, expect, it } from 'vitest'
import { createKeyStack, type KeyBinding, type KeyPress, pressKey, startKeyboard } from './keyboard.ts'

type FakeElement = { readonly role: string; readonly parentElement: FakeElement | null; closest(s: string): unknown }

/** An element that knows its ancestors: enough of the page for the dispatcher. */
function element(
  role: 'page' | 'dialog' | 'menu' | 'input' | 'button',
  parent: FakeElement | null = null,
  type: string | null = null,
): Element {
  const node = {
    role,
    parentElement: parent,
    getAttribute: (name: string) => (name === 'type' ? type : null),
    closest(selector: string) {
      for (let at: FakeElement | null = node; at; at = at.parentElement)
        if (selector.includes(at.role === 'dialog' || at.role === 'menu' ? `"${at.role}"` : at.role)) return at
      return null
    },
    contains(other: FakeElement | null) {
      for (let at = other; at; at = at.parentElement) if (at === node) return true
      return false
    },
  }
  return node as unknown as Element
}
const inside = (parent: Element, role: Parameters<typeof element>[0]) => element(role, parent as unknown as FakeElement)

const page = element('page')
const key = (name: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key: name,
  code: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  repeat: false,
  target: page,
  defaultPrevented: false,
  ...over,
})
const all = ['drag', 'dialog', 'panel', 'page'] as const

function stackWith(...bindings: (Omit<KeyBinding, 'press'> & { name: string; takes?: boolean })[]) {
  const keys = createKeyStack()
  const taken: string[] = []
  const removals = bindings.map(({ name, takes = true, ...binding }) =>
    keys.add({
      ...binding,
      press: () => {
        if (takes) taken.push(name)
        return takes
      },
    }),
  )
  return { keys, taken, removals }
}

describe('the keyboard dispatcher', () => {
  it('offers a key to the topmost layer that reaches the focus, and to no other', () => {
    const { keys, taken } = stackWith({ name: 'page', layer: 'page' }, { name: 'panel', layer: 'panel', reach: 'both' })
    expect(keys.press(key('Escape'), all)).toBe(true)
    expect(taken).toEqual(['panel'])
  })

  it('offers it to the next binding where one declines it, the one added last first', () => {
    const { keys, taken } = stackWith(
      { name: 'first', layer: 'page' },
      { name: 'second', layer: 'page' },
      { name: 'third', layer: 'page', takes: false },
    )
    keys.press(key('a'), all)
    expect(taken).toEqual(['second'])
  })

  it('leaves keys to fields, menus and dialogs', () => {
    const dialog = element('dialog')
    const { keys, taken } = stackWith(
      { name: 'page', layer: 'page' },
      { name: 'dialog', layer: 'dialog', within: () => dialog },
    )
    for (const target of [
      element('input'),
      element('menu'),
      inside(dialog, 'input'),
      inside(inside(dialog, 'menu'), 'button'),
    ])
      expect(keys.press(key('a', { target }), all)).toBe(false)
    keys.press(key('a', { target: inside(dialog, 'button') }), all)
    expect(taken).toEqual(['dialog'])
  })

  it.each([
    ['range', 'ArrowLeft', 'b'],
    ['radio', 'ArrowDown', 'b'],
    ['checkbox', ' ', 'ArrowLeft'],
  ])('leaves an input of the type %s its own keys alone', (type, own, free) => {
    const { keys, taken } = stackWith({ name: 'page', layer: 'page' })
    expect(keys.press(key(own, { target: element('input', null, type) }), all)).toBe(false)
    expect(keys.press(key(free, { target: element('input', null, type) }), all)).toBe(true)
    expect(taken).toEqual(['page'])
  })

  it('gives a panel the keys of its own fields, and those of the page only where it asks for them', () => {
    const panel = element('dialog')
    const { keys, taken } = stackWith({ name: 'panel', layer: 'panel', within: () => panel })
    expect(keys.press(key('Escape'), all)).toBe(false)
    keys.press(key('Escape', { target: inside(panel, 'input') }), all)
    expect(taken).toEqual(['panel'])
  })

  it('asks inner elements first', () => {
    const dialog = element('dialog')
    const strip = inside(dialog, 'page')
    const { keys, taken } = stackWith(
      { name: 'strip', layer: 'dialog', within: () => strip },
      { name: 'dialog', layer: 'dialog', within: () => dialog },
    )
    keys.press(key('ArrowLeft', { target: inside(strip, 'button') }), all)
    expect(taken).toEqual(['strip'])
  })

  it('gives repeats of a key to the binding that handled the press, and to no other once that is gone', () => {
    const { keys, taken, removals } = stackWith(
      { name: 'page', layer: 'page' },
      { name: 'panel', layer: 'panel', reach: 'page' },
    )
    keys.press(key('Escape'), all)
    keys.press(key('Escape', { repeat: true }), all)
    removals[1]?.()
    expect(keys.press(key('Escape', { repeat: true }), all)).toBe(true)
    expect(taken).toEqual(['panel', 'panel'])
    keys.release('Escape')
    keys.press(key('Escape'), all)
    expect(taken).toEqual(['panel', 'panel', 'page'])
  })

  it('releases the keys that are down when the window loses the focus', () => {
    const keys = createKeyStack()
    let released = 0
    keys.add({ layer: 'page', press: () => true, release: () => released++ })
    keys.press(key(' ', { code: 'Space' }), all)
    keys.releaseAll()
    keys.release('Space')
    expect(released).toBe(1)
  })
})

describe('pressKey', () => {
  it('runs the handler of the combination, which may decline the key', () => {
    const handlers = [
      ['Mod+Enter', () => {}],
      ['Escape', () => false],
    ] as const
    expect(pressKey(handlers, key('Enter', { ctrlKey: true }))).toBe(true)
    expect(pressKey(handlers, key('Enter'))).toBe(false)
    expect(pressKey(handlers, key('Escape'))).toBe(false)
  })
})

describe('the keyboard listener', () => {
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })
  const press = (name: 'keydown' | 'keyup', over: { isComposing?: boolean; keyCode?: number }) =>
    Object.assign(new Event(name, { cancelable: true }), {
      key: 'Enter',
      code: 'Enter',
      isComposing: false,
      keyCode: 13,
      ...over,
    })
  const listening = () => {
    const window = new EventTarget()
    const received: string[] = []
    stops.push(startKeyboard(window, createKeyStack()))
    for (const name of ['keydown', 'keyup']) window.addEventListener(name, () => received.push(name))
    return { window, received }
  }

  it('keeps keys of a composition from every handler, also from those that listen first', () => {
    const { window, received } = listening()
    window.addEventListener('keydown', () => received.push('first'), { capture: true })
    window.dispatchEvent(press('keydown', { isComposing: true }))
    window.dispatchEvent(press('keyup', { isComposing: true }))
    // In Safari the composition has ended by then.
    window.dispatchEvent(press('keydown', { keyCode: 229 }))
    expect(received).toEqual([])
  })

  it('forwards every other key, and prevents nothing', () => {
    const { window, received } = listening()
    const enter = press('keydown', {})
    window.dispatchEvent(enter)
    expect([received, enter.defaultPrevented]).toEqual([['keydown'], false])
  })

  it('forwards Escape from a list in a browser without the selector for open ones', () => {
    const { window, received } = listening()
    const list = {
      closest: () => list,
      getAttribute: () => null,
      matches: () => {
        throw new SyntaxError("':open' is not a valid selector.")
      },
    }
    const pressed = Object.assign(press('keydown', {}), { key: 'Escape', code: 'Escape' })
    Object.defineProperty(pressed, 'target', { value: list })
    window.dispatchEvent(pressed)
    expect(received).toEqual(['keydown'])
  })
})
