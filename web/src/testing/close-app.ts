import { afterEach } from 'vitest'
import './count-renders.ts'
import { closeApp } from './app-under-test.tsx'

// A setup file, which each file of tests runs. The modules that they share run once, so that their hooks would hold for
// the first file alone.
afterEach(closeApp)
