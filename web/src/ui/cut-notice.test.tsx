import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startCutNotices } from './cut-notice.ts'
import { connectToaster, type Toast } from './toast.ts'

describe('startCutNotices', () => {
  let stops: (() => void)[] = []
  let toasts: Toast[] = []
  let field: HTMLInputElement

  beforeEach(() => {
    toasts = []
    stops = [startCutNotices(), connectToaster((toast) => toasts.push(toast))]
    field = document.createElement('input')
    field.maxLength = 12
    document.body.append(field)
  })
  afterEach(() => {
    for (const stop of stops) stop()
    field.remove()
  })

  const paste = (text: string) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }

  it('says when a field cuts what is pasted', () => {
    paste('thirteen runes')
    expect(toasts).toEqual([expect.objectContaining({ kind: 'info', title: 'Cut at 12 characters' })])
  })

  it('counts the text that stays, and not what is selected', () => {
    field.value = 'a heron, two'
    field.setSelectionRange(9, 12)
    paste('six')
    expect(toasts).toEqual([])
    field.setSelectionRange(12, 12)
    paste('!')
    expect(toasts).toHaveLength(1)
  })

  it('is silent where the field takes the paste itself', () => {
    field.addEventListener('paste', (event) => event.preventDefault())
    paste('thirteen runes')
    expect(toasts).toEqual([])
  })

  it('is silent in a field without a limit', () => {
    field.removeAttribute('maxlength')
    paste('x'.repeat(10_000))
    expect(toasts).toEqual([])
  })
})
