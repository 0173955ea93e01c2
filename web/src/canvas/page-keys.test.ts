import { afterEach, describe, expect, it } from 'vitest'
import { startKeyGuard } from './page-keys.ts'

const press = (name: 'keydown' | 'keyup', over: { isComposing?: boolean; keyCode?: number }) =>
  Object.assign(new Event(name), { key: 'Enter', isComposing: false, keyCode: 13, ...over })

describe('the guard of the keyboard', () => {
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })

  const listening = () => {
    const page = new EventTarget()
    const heard: string[] = []
    stops.push(startKeyGuard(page))
    for (const name of ['keydown', 'keyup']) page.addEventListener(name, () => heard.push(name))
    return { page, heard }
  }

  it('keeps keys of a composition from every handler, also from those that listen first', () => {
    const { page, heard } = listening()
    page.addEventListener('keydown', () => heard.push('first'), { capture: true })
    page.dispatchEvent(press('keydown', { isComposing: true }))
    page.dispatchEvent(press('keyup', { isComposing: true }))
    // In Safari the composition has ended by then.
    page.dispatchEvent(press('keydown', { keyCode: 229 }))
    expect(heard).toEqual([])
  })

  it('lets every other key through, and prevents nothing', () => {
    const { page, heard } = listening()
    const key = press('keydown', {})
    page.dispatchEvent(key)
    expect([heard, key.defaultPrevented]).toEqual([['keydown'], false])
  })
})
