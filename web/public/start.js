// Runs before the first paint, and before the application is there.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the system decides.
}

// What the page will ask for first is asked for now, while its scripts are on their way. `early-reply.ts` hands it on.
{
  const files = document.currentScript?.dataset.projectPage?.split(' ') ?? []
  const projectId = /^\/project\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1]
  const ofProject = projectId ? ['/board', '', '/canvas-state'].map((part) => `/api/projects/${projectId}${part}`) : []
  for (const href of projectId ? files : [])
    document.head.append(
      Object.assign(
        document.createElement('link'),
        href.endsWith('.css') ? { rel: 'preload', as: 'style', href } : { rel: 'modulepreload', href },
      ),
    )
  const paths = ['/api/auth/get-session', ...ofProject]
  globalThis.espalierEarly = new Map(paths.map((path) => [path, fetch(path)]))
  // Whoever takes a reply deals with its failure; one that nobody takes is no error of the page.
  for (const reply of globalThis.espalierEarly.values()) reply.catch(() => {})
}
