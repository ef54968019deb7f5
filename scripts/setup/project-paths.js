import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const NODE_MODULES = path.join(ROOT, 'node_modules')
/** The Node that the product runs on, installed as a package. */
export const OWN_NODE = path.join(
  NODE_MODULES,
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
/** Holds the path of the Chromium that the browser tests use. */
export const CHROMIUM_STAMP = path.join(NODE_MODULES, '.storedawn-chromium')
