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
  const isProject = (id) => /^[0-9a-f-]{36}$/.test(id ?? '')
  const pathId = /^\/project\/([^/]+)$/.exec(location.pathname)?.[1]
  const projectId = isProject(pathId) ? pathId : undefined
  const pages = {
    '/': 'landing',
    '/login': 'auth',
    '/signup': 'auth',
    '/pricing': 'pricing',
    '/image': 'image',
    '/project': 'projects',
  }
  const page = pages[location.pathname]
  const filesOf = (name) => document.currentScript?.getAttribute(`data-page-${name}`)?.split(' ') ?? []
  const files = projectId
    ? [...filesOf('project'), ...filesOf(page).filter((href) => !href.endsWith('.woff2'))]
    : filesOf(page)
  const ofProject = projectId ? ['/board', '', '/canvas-state'].map((part) => `/api/projects/${projectId}${part}`) : []
  const ofPages = { image: ['/api/models', '/api/projects', '/api/projects/latest'], projects: ['/api/projects'] }
  const isAskedForOptions = location.pathname === '/signup' || location.pathname === '/forgot-password'
  const ofLetters = isAskedForOptions ? ['/api/sign-in-options'] : []
  const paths = ['/api/auth/get-session', ...ofProject, ...(ofPages[page] ?? []), ...ofLetters]
  globalThis.espalierEarly = new Map(paths.map((path) => [path, fetch(path)]))
  // The reader of a reply handles its failure; an unread one is no error of the page.
  for (const reply of globalThis.espalierEarly.values()) reply.catch(() => {})

  // After the data: the server reads it while the files are under way.
  const kinds = {
    // In the mode of the loader: a preload in another mode would be discarded, and the file loaded twice.
    css: { rel: 'preload', as: 'style', crossOrigin: '' },
    woff2: { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' },
  }
  for (const href of new Set(files))
    document.head.append(
      Object.assign(
        document.createElement('link'),
        { href },
        kinds[href.split('.').at(-1)] ?? { rel: 'modulepreload' },
      ),
    )
}
