import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { type PlanName, planNames } from '#domain/credits/plan.ts'
import { type AssetFilter, parseAssetFilter } from '#web/data/assets/asset-filter.ts'
import { type ChoosingPurpose, parsePurpose } from '#web/data/chosen-assets.ts'
import { AppRoot } from './app-root.tsx'
import { BrokenPage } from './broken-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const root = createRootRoute({ component: AppRoot, notFoundComponent: NotFoundPage, errorComponent: BrokenPage })

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./landing-page.tsx'), 'LandingPage'),
})
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./auth-pages.tsx'), 'LoginPage'),
})
const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: lazyRouteComponent(() => import('./auth-pages.tsx'), 'SignupPage'),
})

const pricing = createRoute({
  getParentRoute: () => root,
  path: '/pricing',
  component: lazyRouteComponent(() => import('./pricing-page.tsx'), 'PricingPage'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('./signed-in-layout.tsx'), 'SignedInLayout'),
})

const image = createRoute({
  getParentRoute: () => signedIn,
  path: '/image',
  /** `project` is the current project. */
  validateSearch: ({ project }: Record<string, unknown>): { project?: string } =>
    typeof project === 'string' && project !== '' ? { project } : {},
  component: lazyRouteComponent(() => import('./image-page.tsx'), 'ImagePage'),
})
const video = createRoute({
  getParentRoute: () => signedIn,
  path: '/video',
  component: lazyRouteComponent(() => import('./video-page.tsx'), 'VideoPage'),
})
const edit = createRoute({
  getParentRoute: () => signedIn,
  path: '/edit',
  component: lazyRouteComponent(() => import('./edit-page.tsx'), 'EditPage'),
})
const assets = createRoute({
  getParentRoute: () => signedIn,
  path: '/assets',
  /** Beside the filter: what images are chosen for, and the page of ours that wants them. */
  validateSearch: (search: Record<string, unknown>): AssetFilter & { choosing?: ChoosingPurpose; back?: string } => {
    const choosing = parsePurpose(search.choosing)
    // Another site must not be able to have people led to it.
    const back = typeof search.back === 'string' && /^\/(?![/\\])/.test(search.back) ? search.back : undefined
    return { ...parseAssetFilter(search), ...(choosing && { choosing }), ...(back && { back }) }
  },
  component: lazyRouteComponent(() => import('./assets-page.tsx'), 'AssetsPage'),
})
const billing = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing-portal',
  /** `plan` is the one that was chosen among the prices. */
  validateSearch: ({ plan }: Record<string, unknown>): { plan?: PlanName } => {
    const known = planNames.find((name) => name === plan)
    return known ? { plan: known } : {}
  },
  component: lazyRouteComponent(() => import('./billing-page.tsx'), 'BillingPage'),
})
const lastProject = createRoute({
  getParentRoute: () => signedIn,
  path: '/project',
  component: lazyRouteComponent(() => import('./last-project-page.tsx'), 'LastProjectPage'),
})
const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/project/$projectId',
  /** `card` is the one to open on. */
  validateSearch: ({ card }: Record<string, unknown>): { card?: string } =>
    typeof card === 'string' && card !== '' ? { card } : {},
  component: lazyRouteComponent(() => import('./project-page.tsx'), 'ProjectPage'),
})

/** Every address of the app. Pages are loaded when they are needed; those that are pointed at, a little earlier. */
export const router = createRouter({
  routeTree: root.addChildren([
    landing,
    login,
    signup,
    pricing,
    signedIn.addChildren([image, video, edit, assets, billing, lastProject, project]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
