import type { Page } from 'playwright-core'

/** Settings of the photographed server: pictures have a price, so that there is usage to show. */
export const shotSettings = { SKETCH_CREDITS: '1' }

/** One shot: the address, the account, and what is done before and after the page is opened. */
export type Shot = {
  name: string
  path: string
  isSignedIn?: 'regular' | 'new'
  isFullPage?: boolean
  prepare?: { before?(page: Page): Promise<void>; after?(page: Page): Promise<void> }
}
