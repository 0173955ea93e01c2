import { bindKeys, pressesControl } from '#web/ui/keyboard.ts'
import type { CameraController } from './camera-controller.ts'

/** Where pressing and moving does not pan: controls, fields, and what the canvas's owner drags itself. */
const notBackground = 'button, a, input, textarea, [data-drag]'

/** Drags the background. Space, the hand or the middle button drag from anywhere. Returns the stop. */
export function startPanning(node: HTMLElement, controller: CameraController): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  let isSpaceDown = false
  let pointer: number | null = null
  let last = { x: 0, y: 0 }

  const pansFromAnywhere = ({ button }: PointerEvent) =>
    button === 1 || (button === 0 && (isSpaceDown || node.dataset.tool === 'hand'))
  const mayPan = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return false // Fingers are handled by the pinch, one finger too.
    if (pansFromAnywhere(event)) return true
    return event.button === 0 && event.target instanceof Element && !event.target.closest(notBackground)
  }

  const end = () => {
    pointer = null
    delete node.dataset.panning
  }

  node.addEventListener(
    'pointerdown',
    (event) => {
      if (!mayPan(event)) return
      if (pansFromAnywhere(event)) {
        event.preventDefault()
        event.stopPropagation()
      }
      pointer = event.pointerId
      last = { x: event.clientX, y: event.clientY }
      node.setPointerCapture(pointer)
      node.dataset.panning = ''
    },
    { ...options, capture: true },
  )
  node.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pointer) return
      const camera = controller.get()
      controller.set({
        ...camera,
        panX: camera.panX + event.clientX - last.x,
        panY: camera.panY + event.clientY - last.y,
      })
      last = { x: event.clientX, y: event.clientY }
    },
    options,
  )
  node.addEventListener('pointerup', end, options)
  node.addEventListener('pointercancel', end, options)

  const letGo = () => {
    isSpaceDown = false
    delete node.dataset.grab
  }
  const unbind = bindKeys({
    layer: 'page',
    press(event) {
      if (event.code !== 'Space' || pressesControl(event)) return false
      isSpaceDown = true
      node.dataset.grab = ''
      return true
    },
    release: letGo,
  })
  return () => {
    listening.abort()
    unbind()
  }
}
