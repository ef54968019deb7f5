declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * The scroll lock of dialogs and menus adds a style element, which the content security policy allows only with the page's nonce. That code
 * calls `get-nonce`, which reads this global. Browsers hide the attribute but keep the property.
 */
export function allowInjectedStyles(): void {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
}
