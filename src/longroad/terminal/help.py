"""Help: what can be typed, in general and about each action and command.

The texts are in the message files: under `topic` how a word is used and what it does, under `command` one line for
each command.
"""

from __future__ import annotations

from longroad.description.actions import possible
from longroad.game.view import View
from longroad.narration import Perspective, Phrase, Words, say
from longroad.notation.errors import quoted
from longroad.terminal.parser import ACTION_WORDS, COMMANDS, SYNONYMS

TOPICS = (*ACTION_WORDS, *COMMANDS)


def help_lines(view: View, perspective: Perspective, topic: str) -> list[str]:
    """Explain what can be typed; with a topic, what that word does and how it is used."""
    if not topic:
        return _overview(view, perspective)
    word = topic.lower().split()[0]
    word = SYNONYMS.get(word, word)
    found = [word] if word in TOPICS else [name for name in TOPICS if name.startswith(word)]
    if len(found) != 1:
        return [say(perspective.words, "input.no_help", text=quoted(topic), words=", ".join(TOPICS))]
    return _topic_lines(found[0], perspective.words)


def _topic_lines(word: str, words: Words) -> list[str]:
    """Explain one word: its use, then what it does."""
    if words.has(f"topic.{word}"):
        return say(words, f"topic.{word}").split("\n")
    return [word, f"{say(words, f'command.{word}')}."]


def _overview(view: View, perspective: Perspective) -> list[str]:
    words = perspective.words
    if view.is_over:
        now = say(words, "answer.now_nothing")
    else:
        now = say(words, "answer.now", possible=possible(view, perspective))
    commands = [say(words, "answer.command", word=word, about=Phrase(f"command.{word}")) for word in COMMANDS]
    return [*commands, say(words, "answer.action_words"), say(words, "answer.beginnings"), now]
