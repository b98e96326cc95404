//! A script as a tree.

use super::lex::{Token, is_name, tokens};

/// The deepest that scripts may be nested in parentheses.
const MAX_DEPTH: usize = 16;

/// The most commands in one pipe: each is a thread.
const MAX_PIPED: usize = 16;

/// What the shell cannot read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError(pub(crate) String);

/// Pipes, one after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Script(pub(crate) Vec<Step>);

/// A pipe and when it is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) when: When,
    /// Whether a `!` turns its verdict round.
    pub(crate) negated: bool,
    pub(crate) pipe: Vec<Command>,
}

/// When a step is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Always,
    /// After `&&`.
    IfWell,
    /// After `||`.
    IfNot,
}

/// One command of a pipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) what: What,
    pub(crate) redirects: Vec<Redirect>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    Simple {
        assignments: Vec<(String, Word)>,
        words: Vec<Word>,
    },
    /// `( … )`: what it changes in the shell is forgotten afterwards.
    Apart(Script),
    /// `{ …; }`.
    Group(Script),
}

/// `<`, `>` and the like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Redirect {
    From(Word),
    To {
        number: u8,
        append: bool,
        file: Word,
    },
    /// `2>&1`.
    Copy {
        number: u8,
        of: u8,
    },
}

/// A word before its variables are filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Word(pub(crate) Vec<Piece>);

/// A piece of a word; what was not quoted is split at blanks and may be a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Text {
        text: String,
        quoted: bool,
    },
    Variable {
        name: String,
        quoted: bool,
    },
    /// `$(…)`.
    Output {
        script: String,
        quoted: bool,
    },
}

impl Script {
    pub(crate) fn parse(script: &str) -> Result<Script, SyntaxError> {
        let mut parser = Parser { tokens: tokens(script)?, at: 0, depth: 0 };
        let script = parser.script()?;
        match parser.peek() {
            None => Ok(script),
            Some(token) => Err(unexpected(Some(token))),
        }
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn script(&mut self) -> Result<Script, SyntaxError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(SyntaxError("nested too deeply".to_owned()));
        }
        let mut steps = Vec::new();
        let mut when = When::Always;
        loop {
            while when == When::Always && self.eat(";") {}
            let closes = matches!(self.peek(), None | Some(Token::Sign(")")));
            if (closes || self.at_word("}")) && when == When::Always {
                break;
            }
            steps.push(self.step(when)?);
            when = if self.eat("&&") {
                When::IfWell
            } else if self.eat("||") {
                When::IfNot
            } else if self.eat(";") || matches!(self.peek(), None | Some(Token::Sign(")"))) {
                When::Always
            } else {
                return Err(unexpected(self.peek()));
            };
        }
        self.depth -= 1;
        Ok(Script(steps))
    }

    fn step(&mut self, when: When) -> Result<Step, SyntaxError> {
        while when != When::Always && self.eat(";") {}
        let negated = self.eat_word("!");
        let mut pipe = vec![self.command()?];
        while self.eat("|") {
            pipe.push(self.command()?);
        }
        if pipe.len() > MAX_PIPED {
            return Err(SyntaxError("too many commands in a pipe".to_owned()));
        }
        Ok(Step { when, negated, pipe })
    }

    fn command(&mut self) -> Result<Command, SyntaxError> {
        let mut redirects = Vec::new();
        let what = if self.eat("(") {
            let inner = self.script()?;
            if !self.eat(")") {
                return Err(unexpected(self.peek()));
            }
            What::Apart(inner)
        } else if self.eat_word("{") {
            let inner = self.script()?;
            if !self.eat_word("}") {
                return Err(unexpected(self.peek()));
            }
            What::Group(inner)
        } else {
            self.simple(&mut redirects)?
        };
        while let Some(redirect) = self.redirect()? {
            redirects.push(redirect);
        }
        Ok(Command { what, redirects })
    }

    fn simple(&mut self, redirects: &mut Vec<Redirect>) -> Result<What, SyntaxError> {
        let (mut assignments, mut words) = (Vec::new(), Vec::new());
        loop {
            if let Some(redirect) = self.redirect()? {
                redirects.push(redirect);
            } else if let Some(Token::Word(word)) = self.peek() {
                let word = word.clone();
                match assignment(&word) {
                    Some(assignment) if words.is_empty() => assignments.push(assignment),
                    _ if words.is_empty() && is_reserved(&word) => return Err(unexpected(self.peek())),
                    _ => words.push(word),
                }
                self.at += 1;
            } else {
                break;
            }
        }
        if words.is_empty() && assignments.is_empty() && redirects.is_empty() {
            return Err(unexpected(self.peek()));
        }
        Ok(What::Simple { assignments, words })
    }

    fn redirect(&mut self) -> Result<Option<Redirect>, SyntaxError> {
        let Some(Token::Redirect { number, sign }) = self.peek().cloned() else { return Ok(None) };
        self.at += 1;
        let Some(Token::Word(file)) = self.peek().cloned() else { return Err(unexpected(self.peek())) };
        self.at += 1;
        let number = number.unwrap_or(1);
        Ok(Some(match sign {
            "<" => Redirect::From(file),
            ">&" => {
                let of = file.plain().and_then(|of| of.parse().ok()).filter(|of| matches!(of, 1 | 2));
                let of = of.ok_or_else(|| SyntaxError("bad file descriptor".to_owned()))?;
                Redirect::Copy { number, of }
            }
            sign => Redirect::To { number, append: sign == ">>", file },
        }))
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let there = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.at += usize::from(there);
        there
    }

    fn at_word(&self, wanted: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(word)) if word.plain() == Some(wanted))
    }

    fn eat_word(&mut self, wanted: &str) -> bool {
        let there = self.at_word(wanted);
        self.at += usize::from(there);
        there
    }
}

impl Word {
    /// The text of a word without quotes and variables.
    fn plain(&self) -> Option<&str> {
        match &self.0[..] {
            [Piece::Text { text, quoted: false }] => Some(text),
            _ => None,
        }
    }

    /// Whether a script must run before the word is known.
    pub(crate) fn runs_something(&self) -> bool {
        self.0.iter().any(|piece| matches!(piece, Piece::Output { .. }))
    }
}

/// `NAME=value`.
fn assignment(word: &Word) -> Option<(String, Word)> {
    let (first, rest) = word.0.split_first()?;
    let Piece::Text { text, quoted: false } = first else { return None };
    let (name, value) = text.split_once('=').filter(|(name, _)| is_name(name))?;
    let mut pieces = vec![Piece::Text { text: value.to_owned(), quoted: true }];
    pieces.extend_from_slice(rest);
    Some((name.to_owned(), Word(pieces)))
}

/// Words that begin what we do not understand.
fn is_reserved(word: &Word) -> bool {
    const WORDS: [&str; 12] =
        ["if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "function"];
    word.plain().is_some_and(|word| WORDS.contains(&word))
}

fn unexpected(token: Option<&Token>) -> SyntaxError {
    let what = match token {
        None => "EOF".to_owned(),
        Some(Token::Sign(sign)) => (*sign).to_owned(),
        Some(Token::Redirect { sign, .. }) => (*sign).to_owned(),
        Some(Token::Word(word)) => word.plain().unwrap_or("word").to_owned(),
    };
    SyntaxError(format!("syntax error: unexpected '{what}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(script: &str, expected: Result<&str, &str>) {
        let told = Script::parse(script).map(|script| tell(&script)).map_err(|SyntaxError(why)| why);
        assert_eq!(told.as_deref().map_err(String::as_str), expected, "{script}");
    }

    /// A script on one line: words in brackets, pieces by their kind.
    fn tell(script: &Script) -> String {
        let step = |step: &Step| {
            let when = match step.when {
                When::Always => "",
                When::IfWell => "&& ",
                When::IfNot => "|| ",
            };
            let commands: Vec<String> = step.pipe.iter().map(tell_command).collect();
            format!("{when}{}{}", if step.negated { "! " } else { "" }, commands.join(" | "))
        };
        script.0.iter().map(step).collect::<Vec<_>>().join(" ; ")
    }

    fn tell_command(command: &Command) -> String {
        let mut parts = match &command.what {
            What::Apart(script) => vec![format!("( {} )", tell(script))],
            What::Group(script) => vec![format!("{{ {} }}", tell(script))],
            What::Simple { assignments, words } => {
                let assignments =
                    assignments.iter().map(|(name, value)| format!("{name}={}", tell_word(value)));
                assignments.chain(words.iter().map(tell_word)).collect()
            }
        };
        parts.extend(command.redirects.iter().map(|redirect| match redirect {
            Redirect::From(file) => format!("<{}", tell_word(file)),
            Redirect::To { number, append, file } => {
                format!("{number}>{}{}", if *append { ">" } else { "" }, tell_word(file))
            }
            Redirect::Copy { number, of } => format!("{number}>&{of}"),
        }));
        parts.join(" ")
    }

    fn tell_word(word: &Word) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text { text, quoted: true } => format!("'{text}'"),
            Piece::Text { text, quoted: false } => text.clone(),
            Piece::Variable { name, quoted } => format!("${name}{}", if *quoted { "'" } else { "" }),
            Piece::Output { script, .. } => format!("$({script})"),
        };
        word.0.iter().map(piece).collect()
    }

    #[test]
    fn words_and_quotes() {
        check("echo 'a b' \"c $D \\\"e\\\"\" f\\ g", Ok("echo 'a b' 'c '$D'' \"e\"' f' 'g"));
        check("echo \"\" ''", Ok("echo '' ''"));
        check("echo $? ${X} $ a$", Ok("echo $? $X $ a$"));
        check("echo $(pidof \"a)\") `id`", Ok("echo $(pidof \"a)\") $(id)"));
        check("echo a # b\necho c", Ok("echo a ; echo c"));
        check("a=1 b='2 3' echo", Ok("a='1' b='''2 3' echo"));
    }

    #[test]
    fn pipes_and_lists() {
        check("a && b || c; d | e", Ok("a ; && b ; || c ; d | e"));
        check("! a | b", Ok("! a | b"));
        check("a &&\n b", Ok("a ; && b"));
        check("(a; b) | { c; d; } 2>&1", Ok("( a ; b ) | { c ; d } 2>&1"));
        check(
            "rm -f x; dump x >/dev/null 2>&1 && cat <x >>y",
            Ok("rm -f x ; dump x 1>/dev/null 2>&1 ; && cat <x 1>>y"),
        );
        check("", Ok(""));
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        check("echo 'a", Err("no closing quote"));
        check("echo \"a", Err("no closing quote"));
        check("a | | b", Err("syntax error: unexpected '|'"));
        check("a &", Err("syntax error: unexpected '&'"));
        check("a &&", Err("syntax error: unexpected 'EOF'"));
        check("(a", Err("syntax error: unexpected 'EOF'"));
        check("a)", Err("syntax error: unexpected ')'"));
        check("for x in 1; do echo; done", Err("syntax error: unexpected 'for'"));
        check("a >", Err("syntax error: unexpected 'EOF'"));
        check(&"(".repeat(100), Err("nested too deeply"));
    }
}
