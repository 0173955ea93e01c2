import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
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
const connectModels = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect-models',
  component: lazyRouteComponent(() => import('./connect-models-page.tsx'), 'ConnectModelsPage'),
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
    signedIn.addChildren([image, connectModels, lastProject, project]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
