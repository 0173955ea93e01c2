// Runs before the first paint, and before the application is loaded.
try {
  const theme = localStorage.getItem('espalier.theme') ?? localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the system decides.
}

// A first screen in the document is painted before the application is loaded. A hidden page paints nothing.
{
  const [application, ...others] = document.currentScript?.dataset.scripts?.split(' ') ?? []
  const add = (tag, how) => document.head.append(Object.assign(document.createElement(tag), how))
  const begin = () => {
    for (const href of others) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', src: application })
  }
  if (application && document.visibilityState === 'hidden') begin()
  else if (application) requestAnimationFrame(() => setTimeout(begin))
}

// Sends the first requests of the page now, while its scripts are loading. `early-reply.ts` uses the replies.
{
  const projectId = /^\/project\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1]
  const pages = { '/': 'landing', '/login': 'auth', '/signup': 'auth', '/pricing': 'pricing', '/image': 'image' }
  const page = projectId ? 'project' : pages[location.pathname]
  const files = document.currentScript?.getAttribute(`data-page-${page}`)?.split(' ') ?? []
  const ofProject = projectId ? ['/board', '', '/canvas-state'].map((part) => `/api/projects/${projectId}${part}`) : []
  const kinds = {
    // In the mode of the loader: a preload in another mode would be discarded, and the file loaded twice.
    css: { rel: 'preload', as: 'style', crossOrigin: '' },
    woff2: { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' },
  }
  for (const href of files)
    document.head.append(
      Object.assign(
        document.createElement('link'),
        { href },
        kinds[href.split('.').at(-1)] ?? { rel: 'modulepreload' },
      ),
    )
  const ofImagePage = page === 'image' ? ['/api/models', '/api/projects'] : []
  const isAskedForOptions = location.pathname === '/signup' || location.pathname === '/forgot-password'
  const ofLetters = isAskedForOptions ? ['/api/sign-in-options'] : []
  const paths = ['/api/auth/get-session', ...ofProject, ...ofImagePage, ...ofLetters]
  globalThis.espalierEarly = new Map(paths.map((path) => [path, fetch(path)]))
  // The reader of a reply handles its failure; an unread one is no error of the page.
  for (const reply of globalThis.espalierEarly.values()) reply.catch(() => {})
}
