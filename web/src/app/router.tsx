import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type PlanName, planNames } from '#domain/credits/plan.ts'
import { usePasswordPrompt } from '#web/data/account/password-prompt.ts'
import { type AssetFilter, assetFilterParts } from '#web/data/assets/asset-filter.ts'
import { type ChoosingPurpose, parsePurpose } from '#web/data/chosen-assets.ts'
import { useOnline } from '#web/ui/browser-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LazySlot, lazyPart, offlinePart } from '#web/ui/lazy-part.tsx'
import { productName } from '#web/ui/mark.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { withStyleSheets } from '#web/ui/style-sheets.ts'
import { useToastsWanted } from '#web/ui/toast.ts'
import { TooltipLayer } from '#web/ui/tooltip-layer.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { appTexts } from './texts.ts'

/**
 * The router takes a parameter that is missing in the result of a validation from the address unchanged: so every one
 * is named.
 */
type AssetsSearch = { [Part in keyof AssetFilter]?: AssetFilter[Part] | undefined } & {
  choosing?: ChoosingPurpose | undefined
  back?: string | undefined
}

/** The token in the address of an email link. */
const emailToken = ({ token }: Record<string, unknown>): { token?: string } =>
  typeof token === 'string' && token !== '' ? { token } : {}

/** A path of this site. Other sites must not be able to redirect people by it. */
const ownPath = (value: unknown) => (typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined)

/**
 * A page that is loaded when it is opened. The router reloads the document once where the code is missing, after a
 * deploy; without a connection that would leave an empty screen, so `BrokenPage` is shown instead.
 */
const page: typeof lazyRouteComponent = (load, name) => {
  const fetchPage = withStyleSheets(load)
  return lazyRouteComponent(async () => {
    try {
      return await fetchPage()
    } catch (error) {
      throw navigator.onLine ? error : new Error('This page can not be loaded without a connection.', { cause: error })
    }
  }, name)
}

const root = createRootRoute({ component: AppRoot, notFoundComponent: NotFoundPage, errorComponent: BrokenPage })

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: page(() => import('./pages/landing-page.tsx'), 'LandingPage'),
})
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: page(() => import('./pages/auth-pages.tsx'), 'LoginPage'),
})
const signup = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: page(() => import('./pages/auth-pages.tsx'), 'SignupPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: page(() => import('./pages/email-link-pages.tsx'), 'ForgotPasswordPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: emailToken,
  component: page(() => import('./pages/email-link-pages.tsx'), 'ResetPasswordPage'),
})
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  validateSearch: emailToken,
  component: page(() => import('./pages/email-link-pages.tsx'), 'ConfirmEmailPage'),
})

const pricing = createRoute({
  getParentRoute: () => root,
  path: '/pricing',
  component: page(() => import('./pages/pricing-page.tsx'), 'PricingPage'),
})

const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  component: page(() => import('./pages/verify-page.tsx'), 'VerifyPage'),
})

/** Where programs lead people who connect them by OAuth. */
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: page(() => import('./pages/connect-page.tsx'), 'ConnectPage'),
})

const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared',
  component: page(() => import('./pages/shared-page.tsx'), 'SharedPage'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: page(() => import('./signed-in.tsx'), 'SignedInLayout'),
})

const image = createRoute({
  getParentRoute: () => signedIn,
  path: '/image',
  /** `project` is the current project. */
  validateSearch: ({ project }: Record<string, unknown>): { project?: string } =>
    typeof project === 'string' && project !== '' ? { project } : {},
  component: page(() => import('./pages/image-page.tsx'), 'ImagePage'),
})
const models = createRoute({
  getParentRoute: () => signedIn,
  path: '/models',
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: 'machine' | 'all' } =>
    tab === 'machine' || tab === 'all' ? { tab } : {},
  component: page(() => import('./pages/models-page.tsx'), 'ModelsPage'),
})
/** The address that error messages and older links have. */
const connectModels = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect-models',
  beforeLoad: () => {
    throw redirect({ to: '/models', replace: true })
  },
})
const video = createRoute({
  getParentRoute: () => signedIn,
  path: '/video',
  component: page(() => import('./pages/coming-pages.tsx'), 'VideoPage'),
})
const edit = createRoute({
  getParentRoute: () => signedIn,
  path: '/edit',
  component: page(() => import('./pages/edit-page.tsx'), 'EditPage'),
})
const assets = createRoute({
  getParentRoute: () => signedIn,
  path: '/assets',
  /** Beside the filter: the purpose of choosing images, and the page to return to. */
  validateSearch: (search: Record<string, unknown>): AssetsSearch => ({
    ...assetFilterParts(search),
    choosing: parsePurpose(search.choosing),
    back: ownPath(search.back),
  }),
  component: page(() => import('./pages/assets-page.tsx'), 'AssetsPage'),
})
const billing = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing-portal',
  /** `plan` is the one that was chosen on the pricing page. */
  validateSearch: ({ plan }: Record<string, unknown>): { plan?: PlanName | undefined } => ({
    plan: planNames.find((name) => name === plan),
  }),
  component: page(() => import('./pages/billing-page.tsx'), 'BillingPage'),
})
const manageAccount = createRoute({
  getParentRoute: () => signedIn,
  path: '/manage-account',
  validateSearch: ({
    tab,
  }: Record<string, unknown>): { tab?: 'billing' | 'model-keys' | 'your-models' | 'api-agents' } =>
    tab === 'billing' || tab === 'model-keys' || tab === 'your-models' || tab === 'api-agents' ? { tab } : {},
  component: page(() => import('./pages/manage-account-page.tsx'), 'ManageAccountPage'),
})
const usage = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  component: page(() => import('./pages/usage-page.tsx'), 'UsagePage'),
})
type ProjectSearch = { card?: string; edit?: string; operation?: string; comments?: string }

const lastProject = createRoute({
  getParentRoute: () => signedIn,
  path: '/project',
  component: page(() => import('./pages/last-project-page.tsx'), 'LastProjectPage'),
})
/** Every project: the address without an id is the canvas of the last one. */
const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects',
  component: page(() => import('./pages/projects-page.tsx'), 'ProjectsPage'),
})
const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/project/$projectId',
  /**
   * `card` is the card to open on; `edit` one of its images for the editor, and `operation` what it begins with; `comments` opens the
   * comments: at one of them, or `open`.
   */
  validateSearch: ({ card, edit, operation, comments }: Record<string, unknown>): ProjectSearch => ({
    ...(typeof card === 'string' && card !== '' && { card }),
    ...(typeof edit === 'string' && edit !== '' && { edit }),
    ...(typeof operation === 'string' && { operation }),
    ...(typeof comments === 'string' && comments !== '' && { comments }),
  }),
  component: page(() => import('./pages/project-page.tsx'), 'ProjectPage'),
})

/** Every address of the app. Pages are loaded when they are opened, or a little earlier on hover. */
export const createAppRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      landing,
      login,
      signup,
      forgotPassword,
      resetPassword,
      confirmEmail,
      pricing,
      verify,
      connect,
      shared,
      signedIn.addChildren([
        image,
        connectModels,
        models,
        video,
        edit,
        assets,
        billing,
        manageAccount,
        usage,
        lastProject,
        projects,
        project,
      ]),
    ]),
    defaultPreload: 'intent',
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** The address that a visitor asked for and has to sign in for; no search parameter, which others could write. */
    back?: string
  }
}

const toaster = offlinePart(async () => (await import('#web/ui/toaster.tsx')).Toaster)

const passwordPrompt = lazyPart(async () => (await import('#web/features/account/password-prompt.tsx')).PasswordPrompt)

/** The frame of every page. The toaster is loaded with the first toast, and stays. */
function AppRoot() {
  const areToastsWanted = useToastsWanted()
  const isPasswordWanted = usePasswordPrompt()
  return (
    <>
      <Outlet />
      <TooltipLayer />
      {areToastsWanted && <LazySlot part={toaster} props={{}} />}
      {isPasswordWanted && <LazySlot part={passwordPrompt} props={{}} />}
    </>
  )
}

const texts = appTexts.broken

/** Replaces a page that threw, or whose code could not be loaded. */
function BrokenPage() {
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) location.reload()
  }, [isOnline])
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>{`${isOnline ? texts.title : texts.offlineTitle} · ${productName}`}</title>
      {isOnline ? (
        <EmptyState level={1} title={texts.title} text={texts.text}>
          <div className="flex flex-wrap justify-center gap-2">
            <Button kind="solid" onClick={() => location.reload()}>
              {texts.action}
            </Button>
            <a href="/image" className={buttonClass('line')}>
              {texts.back}
            </a>
          </div>
        </EmptyState>
      ) : (
        <EmptyState level={1} title={texts.offlineTitle} text={texts.offlineText}>
          <Button kind="line" onClick={() => history.back()}>
            {texts.offlineBack}
          </Button>
        </EmptyState>
      )}
    </main>
  )
}
