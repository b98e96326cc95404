package corpus

import kotlin.properties.Delegates

/** What Kotlin's compiler makes of Kotlin: other shapes of code than Java's. */
fun main() {
    things()
    ways()
    functions()
    println(fibonacci().take(10).toList())
    println(numbered().map { (at, word) -> "$at$word" }.joinToString())
}

data class Point(val x: Int, val y: Long = 2, val name: String? = null)

sealed interface Shape {
    fun area(): Double = 0.0
    data class Circle(val radius: Double) : Shape {
        override fun area() = 3.0 * radius * radius
    }
    data class Box(val width: Float, val height: Float) : Shape {
        override fun area() = (width * height).toDouble()
    }
    object Nothing : Shape
}

enum class Colour(val code: Int) {
    RED(1) { override fun mixed() = "pink" },
    BLUE(2);
    open fun mixed() = name.lowercase()
    companion object { fun of(code: Int) = entries.firstOrNull { it.code == code } }
}

@JvmInline value class Metres(val value: Double) {
    operator fun plus(other: Metres) = Metres(value + other.value)
}

fun interface Rule { fun allows(number: Int): Boolean }

class Store {
    val first: String by lazy { "made once" }
    var seen: List<Int> = emptyList()
    var level: Int by Delegates.observable(0) { _, before, after -> seen = seen + before + after }
    lateinit var late: String
    fun isReady() = ::late.isInitialized
}

private fun things() {
    val (x, y, name) = Point(1).copy(name = "p")
    println("$x $y $name ${Point(3) == Point(3, 2)} ${Point(3).hashCode() == Point(3).hashCode()} ${Point(5, 6)}")
    for (shape in listOf(Shape.Circle(2.0), Shape.Box(1.5f, 2f), Shape.Nothing)) {
        val told = when (shape) {
            is Shape.Circle -> "circle ${shape.radius}"
            is Shape.Box -> "box ${shape.width}"
            Shape.Nothing -> "nothing"
        }
        println("$told ${shape.area()}")
    }
    println("${Colour.of(1)?.mixed()} ${Colour.of(2)?.mixed()} ${Colour.of(3)?.mixed()}")
    println((Metres(1.5) + Metres(2.0)).value)
    val store = Store()
    store.level = 4
    store.level += 3
    println("${store.first} ${store.seen} ${store.isReady()} ${runCatching { store.late }.exceptionOrNull() != null}")
}

private fun ways() {
    var sum = 0
    outer@ for (a in 1..10) {
        for (b in a downTo 1 step 2) {
            if (b == 4) continue@outer
            if (a == 9) break@outer
            sum += a * b
        }
    }
    println(sum)
    for (word in listOf("Aa", "BB", "C", null)) {
        val number = when (word) { "Aa" -> 1; "BB" -> 2; null -> -1; else -> word.length + 10 }
        println(number)
    }
    val told = try { listOf<Int>().first() } catch (none: NoSuchElementException) { -1 } finally { sum = 0 }
    println("$told $sum ${tail(100_000)} ${maybe(3)} ${maybe(null)}")
    println("${UInt.MAX_VALUE / 3u} ${(200.toUByte() + 100u)} ${0x80000000u.toLong()} ${(-7).mod(3)} ${7L.rem(-3)}")
    println("${1.0f.compareTo(Float.NaN)} ${0.0 == -0.0} ${(0.0 as Any) == (-0.0 as Any)} ${'a' + 2} ${(300).toByte()}")
}

private tailrec fun tail(left: Int, sum: Long = 0): Long = if (left == 0) sum else tail(left - 1, sum + left)

private fun maybe(number: Int?): String = number?.let { "got ${it + 1}" } ?: "none"

private inline fun <reified T> only(things: List<Any?>): List<T> = things.filterIsInstance<T>()

private fun functions() {
    var count = 0
    val add: (Int) -> Int = { count += it; count }
    val rule = Rule { it % 2 == 0 }
    println("${add(2)} ${add(3)} $count ${rule.allows(4)} ${only<String>(listOf(1, "a", null, "b"))}")
    val text = buildString { for (at in 0 until 3) append(at).append(if (at < 2) "," else ".") }
    println("$text ${listOf(3, 1, 2).sortedByDescending { it }} ${mapOf(1 to "x").mapValues { (key, value) -> value.repeat(key + 1) }}")
    println(sequenceOf(1, 2, 3).zipWithNext { a, b -> a * b }.sum())
    println(listOf("a", "bb", "cc").groupBy(String::length).toSortedMap())
    println(arrayOf(intArrayOf(1, 2), intArrayOf(3)).sumOf { it.sum() } + longArrayOf(1, 2).maxOf { it })
}

private fun fibonacci() = sequence {
    var pair = 0 to 1
    while (true) {
        yield(pair.first)
        pair = pair.second to pair.first + pair.second
    }
}

private fun numbered() = sequence {
    try {
        for ((at, word) in listOf("a", "b", "c").withIndex()) {
            if (at == 1) yieldAll(listOf(10 to "x", 20L.toInt() to "y")) else yield(at to word)
        }
    } finally {
        println("over")
    }
}
