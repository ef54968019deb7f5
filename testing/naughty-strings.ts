/**
 * Texts that are known to break programs: every kind in public lists of such texts, written out or
 * generated, identical on each call. None contains NUL or a lone surrogate, which the API always
 * refuses and other tests cover.
 */
export function naughtyStrings(): string[] {
  return [...new Set(KINDS.flat())]
}

// prettier-ignore
const RESERVED = ['', 'undefined', 'null', 'NULL', '(null)', 'nil', 'None', 'true', 'FALSE', 'NaN', 'hasOwnProperty', '__proto__', 'constructor', 'toString', '[object Object]', 'then', '\\', '\\\\', '-', '--', '/', '.', '..']

// prettier-ignore
const NUMBERS = ['0', '1', '-1', '1.00', '$1.00', '1/2', '1E2', '1E+02', '-1E2', '1e999', '-0', '+0', '0/0', '0x0', '0xffffffffffffffff', '0b1', '012', '9'.repeat(96), '1,000.00', "1'000,00", '١٢٣', '１２３', '½', 'Infinity', '-Infinity', 'INF', '2147483648', '9223372036854775808', '1_000', '1..2', '--1', '∞']

const SYMBOLS = [',./;\'[]\\-=', '<>?:"{}|_+', '!@#$%^&*()`~', 'Ω≈ç√∫˜µ≤≥÷', 'åß∂ƒ©˙∆˚¬…æ', '¡™£¢∞§¶•ªº–≠', '¸˛Ç◊ı˜Â¯˘¿', '⁰⁴⁵₀₁₂', '⅛⅜⅝⅞', "'", '"', "''", '""', '\'"\'', "\"''''\"'\"", '`', '%', '%%', '&', '&amp;', '#', ';', '+', ' ', 'a b', 'a\tb', 'a\nb', 'a\r\nb', 'a\u000bb\u000cc'] // prettier-ignore

const CONTROLS = [
  '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\u000e\u000f\u0010\u007f',
  '\u0080\u0081\u0085\u009b\u009f',
  '\ufeffa',
  '\ufffe\uffff',
  '\u00ad\u0600\u070f\u180e\u2060\u2061\u2064\ufff9\ufffb',
  '\u{e0001}\u{e0020}\u{e007f}',
  'a\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007',
  'a\u0008\u0008b',
]
// prettier-ignore
const SPACES = ['\u00a0', 'a\u00a0b', '\u2000\u2001\u2003\u2009\u200a', '\u2028', '\u2029', 'a\u2028b', '\u3000', '\u1680', '\u205f', '\u200b', 'a\u200bb', '\u200c\u200d', 'a\u034fb']

// prettier-ignore
const SCRIPTS = ['田中さんにあげて下さい', '和製漢語', '部落格', '사회과학원', '울란바토르', '𠜎𠜱𠝹𠱓', 'ЁЂЃЄЅІЇЈЉЊ', 'الكل في المجمو عة', 'הָיְתָהtestالصفحات', 'บริษัท', 'Þórður', 'ﬀﬁﬂ', 'ǅ', 'İstanbul ı', 'ß ẞ', 'Å Å Å', 'e\u0301', 'é', 'Ⱥ Ⱦ', '℀℁℅', '𝕬𝖉𝖆', '𝚊𝚍𝚊', 'Ａｄａ', '⒜⒟⒜', 'ʇǝɯɐ', '¯\\_(ツ)_/¯', '(╯°□°）╯︵ ┻━┻']

// prettier-ignore
const DIRECTIONS = ['\u202etest\u202e', '\u202atest\u202b', '\u2066test\u2067', 'test\u2060test\u202b', '\u061ctest', 'مناقشة (abc) ١٢٣', 'ada\u202egpj.exe']

// prettier-ignore
const PICTOGRAMS = ['😍', '👩🏽‍🚀', '👨‍👩‍👧‍👦', '🇺🇸🇷🇺🇸', '🇺🇸🇷🇺🇸🇦🇫', '0️⃣ 1️⃣', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👾🙇💁🙅', '🏳️‍🌈', '\u{10ffff}', '\u{1f469}\u{1f3fd}'.repeat(20), '\ud83d\ude00'.repeat(29)]

/** Letters with stacked combining marks. */
const TOWERS = ['\u0300', '\u0338', '\u0489', '\u20dd'].flatMap((mark) =>
  [5, 50].map((times) => `A${mark.repeat(times)}`),
)

// prettier-ignore
const SCRIPTING = ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', "'-alert(1)-'", 'javascript:alert(1)', '</title><script>alert(1)</script>', '{{7*7}}', '${7*7}', '<%= 7*7 %>', '#{7*7}', '{{constructor.constructor("x")()}}', '<!--#exec cmd="id"-->', '<?php phpinfo(); ?>', '&lt;script&gt;', '&#60;script&#62;', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', '<![CDATA[x]]>']

// prettier-ignore
const QUERIES = ["1;DROP TABLE users", "1'; DROP TABLE users-- 1", "' OR 1=1 -- 1", "' OR '1'='1", "'; EXEC sp_MSForEachTable 'DROP TABLE ?'; --", '" OR ""="', ' ', '%', '_', "\\'; SELECT 1; --", "$$; SELECT pg_sleep(9); $$", '{"$gt":""}', '{"$where":"sleep(9)"}', '*)(uid=*))(|(uid=*', "' or count(/child::node())=1 or ''='"]

const COMMANDS = ['--help', '--version', '-rf', '/dev/null; touch x; echo', '`touch x`', '$(touch x)', '| id', '& ping -n 9 localhost', '@{[system "touch x"]}', 'eval("puts 1")', 'System("ls -al /")', '() { :; }; touch x', '$HOME', '%HOMEPATH%', '$ENV{"HOME"}', 'a\nBcc: evil@example.test', 'a\r\nSet-Cookie: a=b', 'a%0d%0aSet-Cookie:b'] // prettier-ignore

const FORMATS = ['%s%s%s%s%s', '%d', '%n%n%n', '%x%x', '%*.*s', '%@', '{0}', '{}', '%(name)s', '$1 $& $`', "$'", '\\u0041', '\\x41', '\\0', '&#0;'] // prettier-ignore

// prettier-ignore
const FILES = ['../../../../etc/passwd', '..\\..\\boot.ini', '%2e%2e%2f', '....//....//etc/passwd', '/etc/passwd', 'C:\\Windows\\win.ini', 'file:///etc/passwd', '\\\\server\\share', 'CON', 'PRN', 'AUX', 'NUL', 'COM1', 'LPT1', 'DCC SEND STARTKEYLOGGER 0 0 0', '.htaccess', 'web.config', 'a/b', '~root']

const ADDRESSES = ['a@b', 'a@b.c', '@', 'a@', '@b.c', 'a@b@c.test', '"a b"@example.test', 'a@[127.0.0.1]', 'a@xn--ls8h.test', 'ä@exämple.test', 'a@example.test,b@example.test', 'a@example.test\r\nBcc: b@example.test', '<a@example.test>', 'A <a@example.test>', `${'a'.repeat(64)}@${'b'.repeat(63)}.test`, 'a+b@example.test', 'a@EXAMPLE.TEST', 'http://a/%%30%30', '//example.test', 'https://user:pass@host:99999/', 'ht!tp://x'] // prettier-ignore

const LENGTHS = [59, 60, 61, 120, 121, 254, 255, 300, 1024, 5_000, 70_000].map((length) =>
  'a'.repeat(length),
)

// prettier-ignore
const KINDS = [RESERVED, NUMBERS, SYMBOLS, CONTROLS, SPACES, SCRIPTS, DIRECTIONS, PICTOGRAMS, TOWERS, SCRIPTING, QUERIES, COMMANDS, FORMATS, FILES, ADDRESSES, LENGTHS]

/**
 * About five hundred SQL injections: every way to end a value, combined with every goal and every
 * ending.
 */
export function injectionStrings(): string[] {
  const breakouts = ['', "'", '"', "')", '))', '`', "\\'", '$$', 'foundAt', 'ASC', '1', "%27"] // prettier-ignore
  // prettier-ignore
  const goals = [' or 1=1', ' union select null,null', '; drop table users', ' and pg_sleep(9) is null', ' order by 99', ' limit 0 offset 99', '||(select version())', ',(select 1 from pg_user)', ' and 1=cast((select password_hash from users limit 1) as int)', '; copy users to program \'id\'', ' returning *', ' collate "x"', '::int', '/**/or/**/1']
  const endings = ['', '--', '/*']
  return breakouts.flatMap((start) =>
    goals.flatMap((goal) => endings.map((end) => start + goal + end)),
  )
}
