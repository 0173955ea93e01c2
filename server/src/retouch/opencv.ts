import { createRequire } from 'node:module'
import type * as OpenCv from '@techstark/opencv-js'

/** In an object: OpenCV's module has a method `then`, so that awaiting it never ends. For the same reason it is not imported. */
type Loaded = { readonly cv: typeof OpenCv }
type Opened = typeof OpenCv & { onRuntimeInitialized?: () => void }

let loading: Promise<Loaded> | undefined

/**
 * OpenCV as WebAssembly (Apache-2.0), loaded at its first use: 0.7 s, 11 MB of a file, 60 MB of memory. In a worker alone: its
 * functions don't return before they are done.
 */
export function loadOpenCv(): Promise<Loaded> {
  loading ??= new Promise((resolve) => {
    const opened = createRequire(import.meta.url)('@techstark/opencv-js') as Opened
    // The module is there before its WebAssembly is compiled.
    if (opened.Mat) resolve({ cv: opened })
    else opened.onRuntimeInitialized = () => resolve({ cv: opened })
  })
  return loading
}

type Disposable = { delete(): void }

/** Frees what was opened in the memory of WebAssembly, which no garbage collector sees. */
export function withMats<Value>(use: (keep: <Mat extends Disposable>(mat: Mat) => Mat) => Value): Value {
  const kept: Disposable[] = []
  try {
    return use((mat) => {
      kept.push(mat)
      return mat
    })
  } finally {
    for (const mat of kept) mat.delete()
  }
}
