/**
 * React reports its commits to the hook that it finds when its module is executed, as the React DevTools leave one: imported before
 * React, by the setup file.
 */
const page: typeof globalThis & { __REACT_DEVTOOLS_GLOBAL_HOOK__?: ReturnType<typeof countingHook> } = globalThis

function countingHook() {
  return {
    commits: 0,
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE() {},
    onCommitFiberRoot() {
      this.commits++
    },
    onCommitFiberUnmount() {},
  }
}

// The setup file and the tests have a module of this each.
page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= countingHook()

/** The number of times that React has rendered something of the page until now. */
export const renderCount = (): number => page.__REACT_DEVTOOLS_GLOBAL_HOOK__?.commits ?? 0
